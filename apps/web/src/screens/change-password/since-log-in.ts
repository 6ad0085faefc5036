/** `You logged in 6 minutes ago.` */
export function sinceLogIn(agoMs: number): string {
  const minutes = Math.max(0, Math.floor(agoMs / 60_000))
  if (minutes === 0) return 'You logged in less than a minute ago.'
  if (minutes < 60) return `You logged in ${count(minutes, 'minute')} ago.`
  return `You logged in ${count(Math.floor(minutes / 60), 'hour')} ago.`
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`
