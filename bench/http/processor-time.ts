import { readdir, readFile } from 'node:fs/promises'

const tickMs = 10

/**
 * Milliseconds of processor time of a process and all its children, those that ended included. Null
 * where there is no /proc.
 */
export async function processorTime(pid: number): Promise<number | null> {
  let ticks = 0
  try {
    for (const entry of await readdir('/proc')) {
      if (!/^\d+$/.test(entry)) continue
      const stat = await readFile(`/proc/${entry}/stat`, 'latin1').catch(() => '')
      // After the name in brackets: state, parent, … utime, stime, cutime, cstime at places 11 to
      // 14.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(entry) === pid) ticks += sum(fields.slice(11, 15))
      else if (Number(fields[1]) === pid) ticks += sum(fields.slice(11, 13))
    }
  } catch {
    return null
  }
  return ticks * tickMs
}

const sum = (fields: readonly string[]): number =>
  fields.reduce((total, field) => total + Number(field), 0)
