import type { Result } from '../platform/http/answer.ts'
import type { Caller, Handlers } from '../platform/http/call.ts'
import type { AccountDeps } from './account-deps.ts'
import { createAccountLimits } from './account-limits.ts'
import { changePicture } from './accounts/change-picture.ts'
import { closeAccount } from './accounts/close-account.ts'
import { readProfile } from './accounts/read-profile.ts'
import { signUp } from './accounts/sign-up.ts'
import { updateProfile } from './accounts/update-profile.ts'
import { checkCode } from './codes/check-code.ts'
import { sendCode } from './codes/send-code.ts'
import { confirmSession } from './factors/confirm-session.ts'
import { createFactorKeys } from './factors/factor-keys.ts'
import { addPasskey, passkeyOptions, removePasskey } from './factors/passkeys.ts'
import { sendConfirmation } from './factors/send-confirmation.ts'
import { confirmTotp, removeTotp, startTotp } from './factors/totp.ts'
import { createWebAuthn } from './factors/webauthn.ts'
import { changePassword } from './passwords/change-password.ts'
import { forgotPassword } from './passwords/forgot-password.ts'
import { createPasswords } from './passwords/passwords.ts'
import { resetPassword } from './passwords/reset-password.ts'
import { freezeAccount } from './security/freeze-account.ts'
import { readSecurity } from './security/read-security.ts'
import { endOtherSessions, endSession } from './sessions/end-session.ts'
import { giveSecondFactor } from './sessions/give-second-factor.ts'
import { logIn } from './sessions/log-in.ts'
import { logOut } from './sessions/log-out.ts'
import { verifyPlayer } from './sessions/verify-player.ts'

/** The calls about accounts and sessions. */
export function accountCalls(
  given: Omit<AccountDeps, 'passwords' | 'limits' | 'factorKeys' | 'webauthn'>,
): Handlers<
  | 'sendCode'
  | 'checkCode'
  | 'signUp'
  | 'forgotPassword'
  | 'resetPassword'
  | 'logIn'
  | 'logOut'
  | 'verifyPlayer'
  | 'readProfile'
  | 'updateProfile'
  | 'changePassword'
  | 'changePicture'
  | 'giveSecondFactor'
  | 'startTotp'
  | 'confirmTotp'
  | 'removeTotp'
  | 'passkeyOptions'
  | 'addPasskey'
  | 'removePasskey'
  | 'sendConfirmation'
  | 'confirmSession'
  | 'readSecurity'
  | 'endSession'
  | 'endOtherSessions'
  | 'freezeAccount'
  | 'closeAccount'
> {
  const deps: AccountDeps = {
    ...given,
    passwords: createPasswords(given.surroundings),
    limits: createAccountLimits(given.database, given.config.limits),
    factorKeys: createFactorKeys(given.config.factorKey, given.config.otherFactorKeys),
    webauthn: createWebAuthn(given.config.publicUrl),
  }
  return {
    sendCode: (input, caller) => sendCode(deps, input, caller),
    checkCode: (input, caller) => checkCode(deps, input, caller),
    signUp: (input, caller) => noteEntry(deps, caller, signUp(deps, input, caller)),
    forgotPassword: (input, caller) => forgotPassword(deps, input, caller),
    resetPassword: (input, caller) => resetPassword(deps, input, caller),
    logIn: (input, caller) => noteEntry(deps, caller, logIn(deps, input, caller)),
    logOut: (_, caller) => logOut(deps.database, caller),
    verifyPlayer: async ({ player }, { session }) =>
      verifyPlayer(deps.database, player, session, deps.config.profile),
    readProfile: (_, { session }) => readProfile(deps.database, session),
    updateProfile: (input, caller) => updateProfile(deps, input, caller),
    changePassword: ({ newPassword }, caller) => changePassword(deps, newPassword, caller),
    changePicture: (input, { session }) => changePicture(deps, input, session),
    giveSecondFactor: (input, caller) =>
      noteEntry(deps, caller, giveSecondFactor(deps, input, caller)),
    startTotp: (_, caller) => startTotp(deps, caller),
    confirmTotp: (input, caller) => confirmTotp(deps, input, caller),
    removeTotp: (_, caller) => removeTotp(deps, caller),
    passkeyOptions: (input, caller) => passkeyOptions(deps, input, caller),
    addPasskey: (input, caller) => addPasskey(deps, input, caller),
    removePasskey: (input, caller) => removePasskey(deps, input, caller),
    sendConfirmation: (_, caller) => sendConfirmation(deps, caller),
    confirmSession: (input, caller) => confirmSession(deps, input, caller),
    readSecurity: (_, { session }) => readSecurity(deps, session),
    endSession: (input, caller) => endSession(deps.database, input, caller),
    endOtherSessions: (_, caller) => endOtherSessions(deps, caller),
    freezeAccount: (input, caller) => freezeAccount(deps, input, caller),
    closeAccount: (_, caller) => closeAccount(deps, caller),
  }
}

/**
 * Asks the register of excluded players before the browser has the answer, and with it the session,
 * so that no bet comes first. No database transaction is open meanwhile.
 */
async function noteEntry<R extends Result<'signUp'> | Result<'logIn'> | Result<'giveSecondFactor'>>(
  { seenFrom, askRegister }: Pick<AccountDeps, 'seenFrom' | 'askRegister'>,
  { ip }: Caller,
  entering: Promise<R>,
): Promise<R> {
  const result = await entering
  if (result.ok && 'player' in result.answer) {
    await seenFrom(result.answer.player, ip)
    await askRegister?.(result.answer.player)
  }
  return result
}
