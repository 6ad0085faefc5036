import { execSync } from 'node:child_process'

/** Whether the verifier in Perl can run here. Says so where it can't. */
export function hasPerl(): boolean {
  try {
    execSync('perl -MDigest::SHA -MJSON::PP -MHTTP::Tiny -e 1 && openssl version', {
      stdio: 'ignore',
    })
    return true
  } catch {
    process.stderr.write('There is no perl or no openssl here: the verifier in Perl was not run.\n')
    return false
  }
}
