import { expect, onTestFinished, vi } from 'vitest'

/** What the server sends to WebAuthn: the browser's library reads no more of it. */
export const passkeyOptions = {
  Data: {
    challenge: 'AQID',
    rp: { name: 'Pipkin' },
    user: { id: 'BAUG', name: '', displayName: '' },
  },
}

const bytes = () => new Uint8Array([1, 2, 3]).buffer

const response = {
  authenticatorData: bytes(),
  clientDataJSON: bytes(),
  signature: bytes(),
  attestationObject: bytes(),
}

/** What the library makes of the authenticator's answer. */
export const signed = expect.objectContaining({ id: 'passkey-1', type: 'public-key' })

export interface Authenticator {
  /** The player picks the passkey that is offered in the field. */
  readonly pick: () => void
  /** From now on the player or the device refuses, with an error of this name. */
  readonly refuse: (name: string) => void
  /** How many requests the browser has had. */
  readonly requests: () => number
}

/** A browser that knows passkeys, and a device that holds one. It says yes at once. */
export function useAuthenticator({ autofill = false } = {}): Authenticator {
  let refusal: string | undefined
  let pick = () => {}
  const answer = async () => {
    if (refusal !== undefined) throw new DOMException('', refusal)
    return {
      id: 'passkey-1',
      rawId: bytes(),
      type: 'public-key',
      response,
      getClientExtensionResults: () => ({}),
    }
  }
  const ask = vi.fn(({ mediation, signal }: CredentialRequestOptions) => {
    const picked =
      mediation === 'conditional'
        ? new Promise<void>((resolve, reject) => {
            pick = resolve
            signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
          })
        : Promise.resolve()
    return picked.then(answer)
  })
  const known = Object.assign(() => {}, { isConditionalMediationAvailable: async () => autofill })
  vi.stubGlobal('PublicKeyCredential', known)
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { get: ask, create: ask },
  })
  onTestFinished(() => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    Reflect.deleteProperty(navigator, 'credentials')
  })
  return {
    pick: () => pick(),
    refuse: (name) => {
      refusal = name
    },
    requests: () => ask.mock.calls.length,
  }
}
