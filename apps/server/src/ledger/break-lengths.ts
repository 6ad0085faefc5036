/**
 * How long a break lasts, as PostgreSQL adds it: hours and months. A day is 24 hours, and for ever
 * a hundred years.
 */
export const breakIntervals = {
  '24h': '24 hours',
  '7d': '168 hours',
  '30d': '720 hours',
  '6w': '1008 hours',
  '1m': '1 month',
  '2m': '2 months',
  '3m': '3 months',
  '6m': '6 months',
  '1y': '12 months',
  '5y': '60 months',
  ever: '1200 months',
} as const
