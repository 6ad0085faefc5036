import { execFileSync } from 'node:child_process'

/**
 * Python's interpreter by its own path. A wrapper in front of it, as pyenv has one, takes longer to
 * start than a verifier takes to judge.
 */
export const python =
  outputOf('python3', '-c', 'import sys; print(sys.executable)')?.trim() || 'python3'

/** Whether the verifiers in Python can run here. Says so where they can't. */
export const hasPython = (): boolean =>
  allRan(
    [outputOf(python, '--version')],
    'There is no python3 here: the verifiers in Python were not run.',
  )

/** Whether the verifiers in Perl can run here. Says so where they can't. */
export const hasPerl = (): boolean =>
  allRan(
    [outputOf('perl', '-MDigest::SHA', '-MHTTP::Tiny', '-e', '1'), outputOf('openssl', 'version')],
    'There is no perl or no openssl here: the verifiers in Perl were not run.',
  )

function allRan(outputs: readonly (string | null)[], otherwise: string): boolean {
  const isSo = !outputs.includes(null)
  if (!isSo) process.stderr.write(`${otherwise}\n`)
  return isSo
}

/** What a program prints, or null if it isn't here or fails. */
function outputOf(program: string, ...args: readonly string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return null
  }
}
