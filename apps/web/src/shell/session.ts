import { useSyncExternalStore } from 'react'
import { call, whenSignedOut } from '../api/call.ts'
import { queryClient } from '../api/queries.ts'

/** Who is logged in, for display alone: the server believes only its cookie. */
export interface Session {
  readonly mobile: string
  readonly name: string
  readonly userID: number
}

const storageKey = 'userGame'
const listeners = new Set<() => void>()
let kept: { text: string | null; session: Session | null } = { text: null, session: null }

/** What `userGame` holds; null for nothing, and for anything that isn't a session. */
export function parseSession(text: string | null): Session | null {
  if (text === null) return null
  try {
    const { mobile, name, userID } = JSON.parse(text) as Partial<Record<keyof Session, unknown>>
    const id = Number(userID)
    if (typeof name !== 'string' || !Number.isSafeInteger(id) || id <= 0) return null
    return { mobile: String(mobile ?? ''), name, userID: id }
  } catch {
    return null
  }
}

/** The stored session as it is now; the same object as long as the text is the same. */
export function readSession(): Session | null {
  const text = localStorage.getItem(storageKey)
  if (text !== kept.text) kept = { text, session: parseSession(text) }
  return kept.session
}

function store(session: Session | null) {
  const before = readSession()
  if (session) localStorage.setItem(storageKey, JSON.stringify(session))
  else localStorage.removeItem(storageKey)
  // Nothing that was read for one player is shown to the next.
  if (session?.userID !== before?.userID) queryClient.clear()
  for (const listener of listeners) listener()
}

function watch(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStored)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStored)
  }
}

/** Another tab logged in or out. A key of null: everything was removed. */
export function onStored({
  key,
  oldValue,
  newValue,
}: Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>): void {
  if (key !== null && key !== storageKey) return
  if (key === null || parseSession(oldValue)?.userID !== parseSession(newValue)?.userID)
    queryClient.clear()
  for (const listener of listeners) listener()
}

let first: Session | null = null

/**
 * As whom a page is rendered by the build and brought to life in the browser: a visitor, where
 * nobody says otherwise.
 */
export function renderFirstAs(session: Session | null): void {
  first = session
}

/** The player, or null for a visitor. */
export const useSession = (): Session | null =>
  useSyncExternalStore(watch, readSession, () => first)

/** A log-in, or what has changed about the player who is logged in. */
export function startSession(session: Session): void {
  // The server has a newer session of this browser than the one that may still be left.
  localStorage.removeItem(leftKey)
  store(session)
}

/** Forgets the player on this device, silently. */
export function endSession(): void {
  if (readSession()) store(null)
}

/** Stands in the storage from a log-out until the server has heard of it. */
const leftKey = 'loggedOut'

/**
 * Ends the session here at once, and on the server beside it: where nobody answers, again on the
 * way to each screen.
 */
export function logOut(): Promise<void> {
  localStorage.setItem(leftKey, 'untold')
  const told = tellThatLeft()
  endSession()
  return told
}

let telling: Promise<void> | null = null

function tellThatLeft(): Promise<void> {
  telling ??= call('logout', { outlivesPage: true }).then((result) => {
    telling = null
    const isHeard = result.ok || (result.kind === 'refused' && result.status !== 429)
    if (isHeard) localStorage.removeItem(leftKey)
  })
  return telling
}

/**
 * Asks whether the stored player is the cookie's. Runs beside a screen and never holds it up; only
 * a clear "no" clears, a network failure never does.
 */
export async function verifySession(): Promise<void> {
  const session = readSession()
  if (!session) return localStorage.getItem(leftKey) === null ? undefined : tellThatLeft()
  const result = await call('verifyUser', { body: { id: session.userID } })
  const still = readSession()
  if (
    !result.ok &&
    result.kind === 'refused' &&
    result.status < 400 &&
    still?.userID === session.userID
  )
    endSession()
}

whenSignedOut(endSession)
