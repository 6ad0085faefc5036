import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/**
 * A passkey's authenticator in software, for tests: it makes P-256 keys and signs with them as
 * WebAuthn level 3 says, with real CBOR, COSE and ECDSA.
 */
export interface Authenticator {
  /** Makes a passkey by the options of `passkeyOptions {for: add}`. */
  make(options: unknown, odd?: Odd): Attestation
  /** Signs by the options for `logIn` or `confirm`, with the newest passkey or the named one. */
  sign(options: unknown, odd?: Odd & { readonly id?: string }): Assertion
}

/** What a dishonest authenticator or browser sends in place of the right values. */
interface Odd {
  readonly origin?: string
  readonly rpId?: string
  /** Without the fingerprint or the PIN. */
  readonly unverified?: true
  readonly counter?: number
  readonly challenge?: string
  readonly type?: string
  readonly userHandle?: string
  /** How many bytes the id of a new passkey has in what is signed. */
  readonly idLength?: number
}

interface Answer<R> {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly clientExtensionResults: Record<string, never>
  readonly response: R & { readonly clientDataJSON: string }
}
type Attestation = Answer<{
  readonly attestationObject: string
  readonly transports: readonly string[]
}>
type Assertion = Answer<{
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle: string
}>

interface Passkey {
  readonly id: string
  readonly privateKey: KeyObject
  readonly userHandle: string
  counter: number
}

/** With `counts` false its counter is always 0, as that of synchronised passkeys is. */
export function softAuthenticator(origin: string, counts = true): Authenticator {
  const passkeys: Passkey[] = []
  return {
    make(options, odd = {}) {
      const { challenge, rp, user } = readOptions(options)
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(16)
      passkeys.unshift({
        id: id.toString('base64url'),
        privateKey,
        userHandle: text(Object(user).id),
        counter: odd.counter ?? 0,
      })
      const shown = odd.idLength === undefined ? id : randomBytes(odd.idLength)
      const credential = Buffer.concat([
        ...[Buffer.alloc(16), word(shown.length), shown],
        coseOf(publicKey),
      ])
      const authData = Buffer.concat([
        authenticatorData(
          odd.rpId ?? text(Object(rp).id),
          flag.attested | flagsOf(odd),
          odd.counter,
        ),
        credential,
      ])
      return {
        ...answerOf(id),
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin, odd),
          attestationObject: base64url(
            cborMap([
              [cborText('fmt'), cborText('none')],
              [cborText('attStmt'), cborMap([])],
              [cborText('authData'), cborBytes(authData)],
            ]),
          ),
          transports: ['internal'],
        },
      }
    },
    sign(options, odd = {}) {
      const { challenge, rpId } = readOptions(options)
      const passkey = passkeys.find(({ id }) => odd.id === undefined || id === odd.id)
      if (!passkey) throw new Error('no such passkey')
      if (counts) passkey.counter += 1
      const counter = odd.counter ?? passkey.counter
      const data = authenticatorData(odd.rpId ?? text(rpId), flagsOf(odd), counter)
      const client = clientData('webauthn.get', challenge, origin, odd)
      const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))])
      return {
        ...answerOf(Buffer.from(passkey.id, 'base64url')),
        response: {
          clientDataJSON: client,
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', signed, passkey.privateKey)),
          userHandle: odd.userHandle ?? passkey.userHandle,
        },
      }
    },
  }
}

const readOptions = (options: unknown): Readonly<Record<string, unknown>> => Object(options)
const text = (value: unknown): string => String(value)
const base64url = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

const answerOf = (id: Buffer) => ({
  id: base64url(id),
  rawId: base64url(id),
  type: 'public-key' as const,
  clientExtensionResults: {},
})

const clientData = (type: string, challenge: unknown, origin: string, odd: Odd) =>
  base64url(
    Buffer.from(
      JSON.stringify({
        type: odd.type ?? type,
        challenge: odd.challenge ?? text(challenge),
        origin: odd.origin ?? origin,
        crossOrigin: false,
      }),
    ),
  )

const flag = { present: 0x01, verified: 0x04, attested: 0x40 }
const flagsOf = ({ unverified }: Odd) => flag.present | (unverified ? 0 : flag.verified)

const authenticatorData = (rpId: string, flags: number, counter = 0): Buffer => {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
}

const word = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])

/** A P-256 key as COSE: kty EC2, alg ES256, curve P-256, x and y. */
function coseOf(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(text(x), 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(text(y), 'base64url'))],
  ])
}

// CBOR (RFC 8949): a major type in the upper three bits, then the number or the length.
const head = (major: number, value: number): Buffer =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.concat([Buffer.from([(major << 5) | 25]), word(value)])
const cborInteger = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const cborBytes = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes])
const cborText = (value: string) =>
  Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()])
