import { readFileSync } from 'node:fs'

/**
 * The processes that a process has started and that still run, as Linux lists them; elsewhere none.
 */
export function childrenOf(pid: number): number[] {
  try {
    const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return listed.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
