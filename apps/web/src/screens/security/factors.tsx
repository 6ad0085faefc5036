import type { Security } from '@pipkin/contract'
import { Authenticator, enoughCodes } from './authenticator.tsx'
import { Passkeys } from './passkeys.tsx'

/** Where there is no app, which says it: the recovery codes that came with the first passkey. */
const CodesLeft = ({ left }: { left: number }) => (
  <p className={`mt-2 px-0.5 text-sm ${left < enoughCodes ? 'text-pending' : 'text-ink2'}`}>
    {left} of 10 recovery codes left
    {left < enoughCodes
      ? ': set up the authenticator app for ten new ones'
      : '. If you have lost them, the authenticator app brings ten new ones'}
    .
  </p>
)

/** What the player can show beside the password, or in its place. */
export const Factors = ({ passkeys, totp, recoveryCodes }: Security) => (
  <>
    <Passkeys passkeys={passkeys} />
    {passkeys.length > 0 && !totp && <CodesLeft left={recoveryCodes} />}
    <Authenticator added={totp} recoveryCodes={recoveryCodes} />
  </>
)
