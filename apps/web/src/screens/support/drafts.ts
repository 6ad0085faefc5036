import type { SupportForm } from '@pipkin/contract'
import { createDrafts } from '../../forms/drafts.ts'

export interface Message {
  readonly text: string
  readonly picture?: Blob | undefined
  /** Its player may leave the form meanwhile, and open it again. */
  readonly state?: 'drawing its picture' | 'on its way' | { readonly error: string } | undefined
}

// A player looks up the transaction, or the round, on another screen.
export const reports = createDrafts<SupportForm>({ staysOnLeaving: true })
export const messages = createDrafts<Message>({ staysOnLeaving: true })

interface VisitorMessage {
  readonly email: string
  readonly text: string
}

const ofVisitors = createDrafts<VisitorMessage>({ staysOnLeaving: true })
/** No player has it. */
const visitor = 0
/** What a visitor has written and not sent. */
export const visitorMessage = {
  read: () => ofVisitors.read(visitor),
  write: (message: VisitorMessage) => ofVisitors.write(message, visitor),
  forget: () => ofVisitors.forget(visitor),
}

/** Whether any player has a draft; asked once no player is logged in. */
export const isKept = (): boolean =>
  reports.isAny(({ hash, amount, event }) => hash + amount + event !== '') ||
  messages.isAny(({ text, picture }) => text !== '' || picture !== undefined)
