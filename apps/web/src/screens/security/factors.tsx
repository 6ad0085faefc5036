import type { Security } from '@pipkin/contract'
import { Authenticator } from './authenticator.tsx'
import { Passkeys } from './passkeys.tsx'

/** A passkey has no recovery codes: without another way in, it must not be lost. */
const OnlyOne = () => (
  <p className="mt-2 px-0.5 text-sm text-pending">
    This passkey is the only one. Without it you can't log in: add another one, or the authenticator
    app, which has recovery codes.
  </p>
)

/** What the player can show beside the password, or in its place. */
export const Factors = ({ passkeys, totp, recoveryCodes }: Security) => (
  <>
    <Passkeys passkeys={passkeys} />
    {passkeys.length === 1 && !totp && <OnlyOne />}
    <Authenticator added={totp} recoveryCodes={recoveryCodes} />
  </>
)
