import { refuse } from '../platform/http/answer.ts'
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

/** The calls about accounts and sessions: from the wire's names to the trade's. */
export function accountCalls(
  deps: AccountDeps,
): Handlers<
  | 'accountVerification'
  | 'signUp'
  | 'userLogin'
  | 'logout'
  | 'verifyUser'
  | 'userList'
  | 'updateProfile'
  | 'changePassword'
  | 'profilePic'
> {
  const parts: AccountParts = {
    ...deps,
    passwords: createPasswords(deps.surroundings),
    limits: createAccountLimits(deps.database, deps.config.limits),
    uploads: openUploads(deps.config.uploadsDir, deps.surroundings),
  }
  return {
    async accountVerification({ email, otp, regenerate }, caller) {
      // To send and to check at once is no request that the form makes.
      if (regenerate && otp !== '') return refuse('malformed')
      return regenerate
        ? sendCode(parts, email, caller)
        : checkCode(parts, { email, code: otp }, caller)
    },

    signUp: (input, caller) =>
      signUp(
        parts,
        {
          name: input.Name,
          mobile: input.Mobile_No,
          password: input.Password,
          email: input.Email_Id,
          inviteCode: input.Invite_Code,
        },
        caller,
      ),

    userLogin: (input, caller) =>
      logIn(parts, { mobile: input.Mobile_No, password: input.Password }, caller),

    logout: (_, caller) => logOut(deps.database, caller),
    verifyUser: async ({ id }, { session }) => verifyPlayer(id, session),

    userList: (_, { session }) => readProfile(deps.database, session),
    updateProfile: (input, caller) =>
      updateProfile(
        deps.database,
        {
          name: input.Name,
          email: input.Email_Id,
          mobile: input.Mobile_No,
          showName: input.Show_Name,
        },
        caller,
      ),
    changePassword: ({ newPassword }, { session }) => changePassword(parts, session, newPassword),
    profilePic: ({ profilePic }, { session }) => changePicture(parts, session.player, profilePic),
  }
}
