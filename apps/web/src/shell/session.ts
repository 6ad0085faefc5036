import type { Answer, giveSecondFactor } from '@pipkin/contract'
import { useSyncExternalStore } from 'react'
import { playerChanged, playerLeft, signedOut } from '../api/session-signals.ts'
import { createSignal, createStore } from '../browser/listeners.ts'
import { json, stored } from '../browser/storage.ts'
import { profileAsks } from './profile.ts'

/** The player who is logged in, for display alone: the server trusts only its cookie. */
export interface Session {
  readonly id: number
  readonly name: string
  readonly mobile: string
}

/** Who has logged in. */
export type Entered = Answer<typeof giveSecondFactor>

/** The session that a log-in begins. */
export const sessionOf = ({ player, name, mobile }: Entered): Session => ({
  id: player,
  name,
  mobile,
})

/** The stored session, in the spelling of the specification. */
export const sessionFormat = json<Session>(parseSession, ({ id, name, mobile }) => ({
  mobile,
  name,
  userID: id,
}))
const storedSession = stored('localStorage', 'userGame', sessionFormat)
const changed = createSignal()

function parseSession(value: unknown): Session | undefined {
  const { mobile, name, userID }: Record<string, unknown> = Object(value)
  const id = Number(userID)
  if (typeof name !== 'string' || !Number.isSafeInteger(id) || id <= 0) return undefined
  return { id, name, mobile: String(mobile ?? '') }
}

/** The stored session; null for a visitor. The same object until it changes. */
export const readSession = (): Session | null => storedSession.read() ?? null

function store(session: Session | undefined) {
  const before = readSession()
  storedSession.write(session)
  // What was read for one player must not be shown to the next.
  if (session?.id !== before?.id) playerChanged.emit()
  changed.emit()
}

/**
 * Why a session that was alive in this visit ended without Log Out in this tab: no touch for too
 * long, a used-up limit, another tab, the closing of the account, as it seems, whose answer hasn't
 * come, or the server, which gives no reason.
 */
export type LostBy = 'idle' | 'limit' | 'tab' | 'closing' | 'server'

/** The next log-in ends this. A session that was over before is cleared silently, as specified. */
export const sessionLost = createStore<LostBy | null>(null)

/** The player whose session the server has called alive in this visit. */
let aliveId: number | null = null

/** The player whose account may be closed: it was asked for, and no answer says that it isn't. */
let closingId: number | null = null

/**
 * Notes that the player closes the account. What it returns takes the status of a refusal: one for
 * want of a session says nothing of an earlier try.
 */
export function noteClosing(): (refusedAs: number) => void {
  const before = closingId
  closingId = readSession()?.id ?? null
  return (refusedAs) => {
    closingId = refusedAs === 401 ? before : null
  }
}

/** Another tab logged in or out. A key of null: everything was removed. */
export function onStored({
  key,
  oldValue,
  newValue,
}: Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>): void {
  if (key !== null && key !== storedSession.key) return
  const idIn = (text: string | null) => sessionFormat.parse(text ?? '')?.id
  sessionLost.set(idIn(oldValue) !== undefined && !readSession() ? 'tab' : null)
  if (key === null || idIn(oldValue) !== idIn(newValue)) playerChanged.emit()
  changed.emit()
}

/** Keeps this tab's session in step with the other tabs. */
export function followSession(): void {
  addEventListener('storage', onStored)
  // A page that Back brings as it was left has heard of no change. If its player has gone
  // meanwhile, nothing on it may be shown.
  let left: number | undefined
  addEventListener('pagehide', () => {
    left = readSession()?.id
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && readSession()?.id !== left) location.reload()
  })
}

let first: Session | null = null

/** Sets the player as whom the build renders a page and the browser hydrates it. */
export function renderFirstAs(session: Session | null): void {
  first = session
}

/** The player, or null for a visitor. */
export const useSession = (): Session | null =>
  useSyncExternalStore(changed.listen, readSession, () => first)

/** A log-in. */
export function startSession(session: Session): void {
  // The log-in has replaced the session that a log-out may have left on the server.
  unsentLogOut.write(undefined)
  sessionLost.set(null)
  aliveId = session.id
  store(session)
}

/** Notes the name of a player who is still logged in. */
export function rename(id: number, name: string): void {
  const session = readSession()
  if (session?.id === id && session.name !== name) store({ ...session, name })
}

/** Forgets the player on this device, without a message. */
function endSession(): void {
  if (readSession()) store(undefined)
}

/** Kept from a log-out until the server has answered it. */
const unsentLogOut = stored(
  'localStorage',
  'loggedOut',
  json((value) => (value === true ? true : undefined)),
)

/**
 * Ends the session here at once, and on the server beside it. If the server can't be reached,
 * `verifySession` tries again.
 */
export function logOut(): Promise<void> {
  unsentLogOut.write(true)
  const sent = sendLogOut()
  endSession()
  playerLeft.emit()
  return sent
}

/** Visitors make no call here, since the code for calls isn't in the first load. */
const loadCalls = () => import('./session-calls.ts')

let sending: Promise<void> | null = null

function sendLogOut(): Promise<void> {
  sending ??= loadCalls()
    .then((calls) => calls.sendLogOut())
    .then(
      (isAnswered) => {
        if (isAnswered) unsentLogOut.write(undefined)
      },
      // The code for calls couldn't be loaded: the log-out stays unsent.
      () => {},
    )
    .finally(() => {
      sending = null
    })
  return sending
}

/**
 * Asks whether the cookie is the stored player's. Runs beside a screen and never delays it. Only a
 * clear "no" ends the session; a network failure never does.
 */
export async function verifySession(): Promise<void> {
  const session = readSession()
  if (!session) return unsentLogOut.read() ? sendLogOut() : undefined
  const answer = await loadCalls().then(
    (calls) => calls.askWhose(session.id),
    () => null,
  )
  // Another player may have logged in meanwhile.
  if (readSession()?.id !== session.id) return
  if (answer?.asks) {
    aliveId = session.id
    profileAsks.set(answer.asks)
  }
  if (!answer?.isRefused) return
  endSession()
  const by = closingId === session.id ? 'closing' : 'server'
  sessionLost.set(aliveId === session.id ? by : null)
}

let isDoubted = false

signedOut.listen(() => {
  // The check itself may have got this answer.
  if (isDoubted) return
  isDoubted = true
  void verifySession().finally(() => {
    isDoubted = false
  })
})
