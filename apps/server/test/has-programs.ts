import { execFileSync } from 'node:child_process'

/** Whether the verifiers in Python can run here. Says so where they can't. */
export const hasPython = (): boolean =>
  runs(['python3', '--version'], 'There is no python3 here: the verifiers in Python were not run.')

/** Whether the verifiers in Perl can run here. Says so where they can't. */
export const hasPerl = (): boolean =>
  [
    ['perl', '-MDigest::SHA', '-MHTTP::Tiny', '-e', '1'],
    ['openssl', 'version'],
  ].every((command) =>
    runs(command, 'There is no perl or no openssl here: the verifiers in Perl were not run.'),
  )

function runs([program = '', ...args]: readonly string[], otherwise: string): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    process.stderr.write(`${otherwise}\n`)
    return false
  }
}
