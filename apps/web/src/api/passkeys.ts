import { addPasskey, passkeyOptions } from '@pipkin/contract'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { type RefObject, useEffect, useRef } from 'react'
import { type CallFailure, type CallResult, call } from './call.ts'

/** Loaded where a passkey is used: the library is 2.8 kB. */

/** The browser has made no passkey or none has signed: the player said no, or waited too long. */
export interface NotUsed {
  readonly ok: false
  readonly kind: 'notUsed'
  /** The name of the browser's error. */
  readonly reason: string
}

type Signed = { readonly ok: true; readonly assertion: unknown } | CallFailure | NotUsed

/** Has a passkey sign a new challenge of the server. Ends a request that still waits for one. */
export async function signByPasskey(
  purpose: 'logIn' | 'confirm',
  { fromAutofill = false } = {},
): Promise<Signed> {
  const options = await call(passkeyOptions, { purpose })
  if (!options.ok) return options
  if (!isRequest(options.answer)) return { ok: false, kind: 'server' }
  try {
    const assertion = await startAuthentication({
      optionsJSON: options.answer,
      useBrowserAutofill: fromAutofill,
    })
    return { ok: true, assertion }
  } catch (error) {
    return notUsed(error)
  }
}

/** Makes a passkey on this device or on one that the player has at hand, and adds it. */
export async function createPasskey(
  name: string,
): Promise<CallResult<typeof addPasskey> | NotUsed> {
  const options = await call(passkeyOptions, { purpose: 'add' })
  if (!options.ok) return options
  if (!isCreation(options.answer)) return { ok: false, kind: 'server' }
  let attestation: unknown
  try {
    attestation = await startRegistration({ optionsJSON: options.answer })
  } catch (error) {
    return notUsed(error)
  }
  return call(addPasskey, { attestation, name })
}

/** Ends the request for a passkey that waits, if there is one. */
export const stopPasskey = (): void => WebAuthnAbortService.cancelCeremony()

/** Whether the calling form is still shown; ends its request for a passkey when it goes. */
export function usePasskeyForm(): RefObject<boolean> {
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
      stopPasskey()
    }
  }, [])
  return shown
}

/** The library's error has the browser's as its cause. */
function notUsed(error: unknown): NotUsed {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return { ok: false, kind: 'notUsed', reason: cause instanceof Error ? cause.name : '' }
}

const hasChallenge = (options: unknown): boolean =>
  typeof Reflect.get(Object(options), 'challenge') === 'string'

const isRequest = (options: unknown): options is PublicKeyCredentialRequestOptionsJSON =>
  hasChallenge(options)

const isCreation = (options: unknown): options is PublicKeyCredentialCreationOptionsJSON =>
  hasChallenge(options) && typeof Reflect.get(Object(options), 'user') === 'object'
