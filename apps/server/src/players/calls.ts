import type { Handlers } from '../platform/http/call.ts'
import { openUploads } from '../platform/http/uploads.ts'
import { createAccountLimits } from './account-limits.ts'
import { changePicture } from './accounts/change-picture.ts'
import { readProfile } from './accounts/read-profile.ts'
import { signUp } from './accounts/sign-up.ts'
import { updateProfile } from './accounts/update-profile.ts'
import { checkCode } from './codes/check-code.ts'
import { sendCode } from './codes/send-code.ts'
import type { AccountDeps, AccountParts } from './parts.ts'
import { changePassword } from './passwords/change-password.ts'
import { createPasswords } from './passwords/passwords.ts'
import { logIn } from './sessions/log-in.ts'
import { logOut } from './sessions/log-out.ts'
import { verifyPlayer } from './sessions/verify-player.ts'

/** The calls about accounts and sessions. */
export function accountCalls(
  deps: AccountDeps,
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
  const parts: AccountParts = {
    ...deps,
    passwords: createPasswords(deps.surroundings),
    limits: createAccountLimits(deps.database, deps.config.limits),
    uploads: openUploads(deps.config.uploadsDir, deps.surroundings),
  }
  return {
    sendCode: (input, caller) => sendCode(parts, input, caller),
    checkCode: (input, caller) => checkCode(parts, input, caller),
    signUp: (input, caller) => signUp(parts, input, caller),
    logIn: (input, caller) => logIn(parts, input, caller),
    logOut: (_, caller) => logOut(deps.database, caller),
    verifyPlayer: async ({ player }, { session }) => verifyPlayer(player, session),
    readProfile: (_, { session }) => readProfile(deps.database, session),
    updateProfile: (input, caller) => updateProfile(deps.database, input, caller),
    changePassword: ({ newPassword }, { session }) => changePassword(parts, session, newPassword),
    changePicture: (input) => changePicture(parts, input),
  }
}
