const periods: Readonly<Record<string, string>> = {
  day: '24 hours',
  week: '7 days',
  month: 'this month',
}

/** `loss limit for 7 days`, `stake limit`. */
export const limitName = (kind: string, period: string | null): string =>
  period === null ? `${kind} limit` : `${kind} limit for ${periods[period]}`
