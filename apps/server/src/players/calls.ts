import type { Handlers } from '../platform/http/call.ts'
import { openUploads } from '../platform/http/uploads.ts'
import type { AccountDeps } from './account-deps.ts'
import { createAccountLimits } from './account-limits.ts'
import { changePicture } from './accounts/change-picture.ts'
import { readProfile } from './accounts/read-profile.ts'
import { signUp } from './accounts/sign-up.ts'
import { updateProfile } from './accounts/update-profile.ts'
import { checkCode } from './codes/check-code.ts'
import { sendCode } from './codes/send-code.ts'
import { changePassword } from './passwords/change-password.ts'
import { createPasswords } from './passwords/passwords.ts'
import { logIn } from './sessions/log-in.ts'
import { logOut } from './sessions/log-out.ts'
import { verifyPlayer } from './sessions/verify-player.ts'

/** The calls about accounts and sessions. */
export function accountCalls(
  given: Omit<AccountDeps, 'passwords' | 'limits' | 'uploads'>,
): Handlers<
  | 'sendCode'
  | 'checkCode'
  | 'signUp'
  | 'logIn'
  | 'logOut'
  | 'verifyPlayer'
  | 'readProfile'
  | 'updateProfile'
  | 'changePassword'
  | 'changePicture'
> {
  const deps: AccountDeps = {
    ...given,
    passwords: createPasswords(given.surroundings),
    limits: createAccountLimits(given.database, given.config.limits),
    uploads: openUploads(given.config.uploadsDir, given.surroundings),
  }
  return {
    sendCode: (input, caller) => sendCode(deps, input, caller),
    checkCode: (input, caller) => checkCode(deps, input, caller),
    signUp: (input, caller) => signUp(deps, input, caller),
    logIn: (input, caller) => logIn(deps, input, caller),
    logOut: (_, caller) => logOut(deps.database, caller),
    verifyPlayer: async ({ player }, { session }) => verifyPlayer(player, session),
    readProfile: (_, { session }) => readProfile(deps.database, session),
    updateProfile: (input, caller) => updateProfile(deps.database, input, caller),
    changePassword: ({ newPassword }, { session }) => changePassword(deps, session, newPassword),
    changePicture: (input) => changePicture(deps, input),
  }
}
