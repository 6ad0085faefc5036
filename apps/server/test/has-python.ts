import { execFileSync } from 'node:child_process'

/** Whether the verifiers in Python can run here. Says so where they can't. */
export function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    process.stderr.write('There is no python3 here: the verifiers in Python were not run.\n')
    return false
  }
}
