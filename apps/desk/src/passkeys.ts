import { NotDone } from './call.ts'

/**
 * Passkeys by the browser's own reading and writing of WebAuthn's JSON, which every browser has had
 * since 2025: operators choose theirs, players may have an older one.
 */

/** Makes a passkey by the server's options. Throws `NotDone` where the browser has made none. */
export const makePasskey = (options: unknown): Promise<unknown> =>
  ask((webauthn) =>
    navigator.credentials.create({
      publicKey: webauthn.parseCreationOptionsFromJSON(Object(options)),
    }),
  )

/** Has a passkey sign the server's options. Throws `NotDone` where none has. */
export const signByPasskey = (options: unknown): Promise<unknown> =>
  ask((webauthn) =>
    navigator.credentials.get({
      publicKey: webauthn.parseRequestOptionsFromJSON(Object(options)),
    }),
  )

async function ask(
  ceremony: (webauthn: typeof PublicKeyCredential) => Promise<Credential | null>,
): Promise<unknown> {
  if (!('PublicKeyCredential' in window)) throw new NotDone(0, 'This browser has no passkeys.')
  if (!('parseRequestOptionsFromJSON' in PublicKeyCredential))
    throw new NotDone(0, 'This browser is too old for passkeys here: use a newer one or the app.')
  const made = await ceremony(PublicKeyCredential).catch(() => null)
  if (!(made instanceof PublicKeyCredential))
    throw new NotDone(0, 'No passkey was used. Try again.')
  return made.toJSON()
}
