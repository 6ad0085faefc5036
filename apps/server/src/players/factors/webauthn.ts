import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'

/** A passkey as it is kept. */
export interface KeptPasskey {
  readonly credential_id: Buffer
  readonly public_key: Buffer
  readonly transports: readonly string[]
}

/** A passkey as an authenticator has just made it. */
interface NewPasskey {
  readonly id: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
}

/** The library's part, with what is always the same: the origin and the RP id are the address's. */
export interface WebAuthn {
  addOptions(of: {
    readonly challenge: Uint8Array<ArrayBuffer>
    readonly userHandle: Buffer
    readonly name: string
    /** The name by which a person recognizes the account. */
    readonly userName: string
    readonly passkeys: readonly KeptPasskey[]
  }): Promise<object>
  /** `passkeys` are those that may answer; none: any that the authenticator holds. */
  askOptions(challenge: Uint8Array<ArrayBuffer>, passkeys: readonly KeptPasskey[]): Promise<object>
  /** The new passkey; null where anything in the answer is wrong. */
  verifyNew(response: RegistrationResponseJSON, challenge: string): Promise<NewPasskey | null>
  /** The signature's counter; null where anything in the answer is wrong. */
  verifySigned(
    response: AuthenticationResponseJSON,
    challenge: string,
    passkey: KeptPasskey,
  ): Promise<number | null>
}

/** Loaded for the first passkey: 300 modules and 15 MB. */
const library = () => import('@simplewebauthn/server')

const fiveMinutes = 5 * 60_000
/** EdDSA, ES256 and RS256: every authenticator knows one of them. */
const algorithms = [-8, -7, -257]

/** Passkeys of one origin. An answer for another origin is refused. */
export function createWebAuthn(publicUrl: URL, rpName = 'Pipkin'): WebAuthn {
  const expected = { expectedOrigin: publicUrl.origin, expectedRPID: publicUrl.hostname }
  return {
    addOptions: async ({ challenge, userHandle, name, userName, passkeys }) =>
      (await library()).generateRegistrationOptions({
        rpName,
        rpID: publicUrl.hostname,
        userID: Uint8Array.from(userHandle),
        userName,
        userDisplayName: name,
        challenge,
        timeout: fiveMinutes,
        attestationType: 'none',
        excludeCredentials: passkeys.map(described),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      }),
    askOptions: async (challenge, passkeys) =>
      (await library()).generateAuthenticationOptions({
        rpID: publicUrl.hostname,
        challenge,
        timeout: fiveMinutes,
        userVerification: 'required',
        ...(passkeys.length > 0 && { allowCredentials: passkeys.map(described) }),
      }),
    async verifyNew(response, challenge) {
      const { verifyRegistrationResponse } = await library()
      const verified = await orNull(
        verifyRegistrationResponse({
          ...expected,
          response,
          expectedChallenge: challenge,
          requireUserVerification: true,
          supportedAlgorithmIDs: algorithms,
        }),
      )
      if (!verified?.verified) return null
      const { id, publicKey, counter } = verified.registrationInfo.credential
      // The library takes what was made under another id than the answer's, of any length.
      if (id !== response.id) return null
      return {
        id: Buffer.from(id, 'base64url'),
        publicKey: Buffer.from(publicKey),
        counter,
        transports: response.response.transports ?? [],
      }
    },
    async verifySigned(response, challenge, { credential_id, public_key }) {
      const { verifyAuthenticationResponse } = await library()
      const verified = await orNull(
        verifyAuthenticationResponse({
          ...expected,
          response,
          expectedChallenge: challenge,
          // The library would refuse a counter that goes back, which here is an event.
          credential: {
            id: credential_id.toString('base64url'),
            publicKey: Uint8Array.from(public_key),
            counter: 0,
          },
          requireUserVerification: true,
        }),
      )
      return verified?.verified ? verified.authenticationInfo.newCounter : null
    },
  }
}

const described = ({ credential_id, transports }: KeptPasskey) => ({
  id: credential_id.toString('base64url'),
  transports: transports.filter(isTransport),
})

/** The library throws at what is wrong in an answer. All it says comes from outside. */
const orNull = <T>(verification: Promise<T>): Promise<T | null> => verification.catch(() => null)

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const isTransport = (text: string): text is AuthenticatorTransport =>
  transports.some((known) => known === text)

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/)
const credentialId = base64url.max(1_364)
const typed = { type: z.literal('public-key'), clientExtensionResults: z.object({}).default({}) }

const added = z
  .object({
    id: credentialId,
    rawId: credentialId,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.enum(transports).catch('internal')).max(10).default([]),
    }),
    ...typed,
  })
  .refine(({ id, rawId }) => id === rawId)

const signed = z
  .object({
    id: credentialId,
    rawId: credentialId,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.optional(),
    }),
    ...typed,
  })
  .refine(({ id, rawId }) => id === rawId)
  .transform(({ response: { userHandle, ...response }, ...rest }) => ({
    ...rest,
    response: { ...response, ...(userHandle !== undefined && { userHandle }) },
  }))

/** An answer whose parts are those of WebAuthn's JSON, with the challenge that it names. */
export interface Read<R> {
  readonly response: R
  readonly challenge: string
}

/** What a browser made for a new passkey; null where it has another form. */
export const readAdded = (json: unknown): Read<RegistrationResponseJSON> | null =>
  read(added.safeParse(json).data)

/** What a browser signed by a passkey; null where it has another form. */
export const readSigned = (json: unknown): Read<AuthenticationResponseJSON> | null =>
  read(signed.safeParse(json).data)

const clientData = z.object({ challenge: z.string().regex(/^[\w-]{43}$/) })

function read<R extends { readonly response: { readonly clientDataJSON: string } }>(
  response: R | undefined,
): Read<R> | null {
  if (!response) return null
  try {
    const json = Buffer.from(response.response.clientDataJSON, 'base64url').toString('utf8')
    const data = clientData.safeParse(JSON.parse(json)).data
    return data ? { response, challenge: data.challenge } : null
  } catch {
    return null
  }
}
