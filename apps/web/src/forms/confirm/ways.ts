import type { ConfirmWay } from '@pipkin/contract'
import type { RefObject } from 'react'

/** The ways in which players prove who they are. */
export type By = 'passkey' | 'app' | 'recovery' | 'mail'

/** What is sent as the proof. */
export type Proof = { readonly code: string } | { readonly assertion: unknown }

export interface FactorFormProps {
  /** The ways that the server accepts. */
  ways: readonly ConfirmWay[]
  purpose: 'logIn' | 'confirm'
  /** Sends the proof. Answers what was wrong with it. */
  give: (proof: Proof) => Promise<string | undefined>
  /** The form's first control. */
  first: RefObject<HTMLElement | null>
}

/** What a form offers if the server accepts these ways, the simplest first. */
export function offeredFor(ways: readonly ConfirmWay[], canUsePasskeys: boolean): readonly By[] {
  return [
    ...(ways.includes('passkey') && canUsePasskeys ? (['passkey'] as const) : []),
    ...(ways.includes('totp') ? (['app'] as const) : []),
    ...(ways.includes('mail') ? [] : (['recovery'] as const)),
    ...(ways.includes('mail') ? (['mail'] as const) : []),
  ]
}

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'
