import { setTimeout } from 'node:timers/promises'

/**
 * Waits for the next day of a time zone where the present one ends within two minutes: what a test
 * does in one day would fall into two.
 */
export async function withinADay(zone = 'UTC'): Promise<void> {
  const isEnding = () => new Date().toLocaleTimeString('sv', { timeZone: zone }) >= '23:58'
  while (isEnding()) await setTimeout(100)
}
