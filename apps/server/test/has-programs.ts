import { execFileSync } from 'node:child_process'

/**
 * Python's interpreter by its own path. A wrapper in front of it, as pyenv has one, takes longer to
 * start than a verifier takes to judge.
 */
export const python =
  outputOf('python3', '-c', 'import sys; print(sys.executable)')?.trim() || 'python3'

/** Whether the verifiers in Python can run here. Says so where they can't. */
export const hasPython = (): boolean =>
  orSay(
    'There is no python3 here: the verifiers in Python were not run.',
    outputOf(python, '--version'),
  )

/** Whether the verifiers in Perl can run here. Says so where they can't. */
export const hasPerl = (): boolean =>
  orSay(
    'There is no perl or no openssl here: the verifiers in Perl were not run.',
    outputOf('perl', '-MDigest::SHA', '-MHTTP::Tiny', '-e', '1'),
    outputOf('openssl', 'version'),
  )

function orSay(otherwise: string, ...outputs: readonly (string | null)[]): boolean {
  const areHere = !outputs.includes(null)
  if (!areHere) process.stderr.write(`${otherwise}\n`)
  return areHere
}

/** What a program prints, or null if it isn't here or fails. */
function outputOf(program: string, ...args: readonly string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return null
  }
}
