import { actNames, answerCase, type CaseThread, noteCase } from '@pipkin/contract/desk'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useState } from 'react'
import { Button } from '../../../web/src/ui/button.tsx'
import { FieldError } from '../../../web/src/ui/field.tsx'
import { TextArea } from '../../../web/src/ui/text-area.tsx'
import { call, NotDone, whyNotDone } from '../call.ts'
import { useKept } from '../parts/act-button.tsx'

/** A player without a name has closed the account, and reads no more answers. */
export const isAccountClosed = ({ player, name }: CaseThread) => player !== null && !name

/** The newest message that is shown. */
export const seenIn = ({ messages }: CaseThread): string | null => messages.at(-1)?.id ?? null

type Way = 'wait' | 'close' | 'note'
const done = {
  wait: 'Sent. The case is answered.',
  close: 'Sent. The case is closed.',
  note: 'Kept as a note.',
} as const

/** The form of an answer or a note. The act's reason is the case itself. */
export function Answer({ thread, maySend }: { thread: CaseThread; maySend: boolean }) {
  const draft = useDraft(thread)
  const { busy, outcome, error, send } = useSending(thread.case, draft)
  const isClosed = thread.state === 'closed'
  if (!maySend) return draft.text !== '' && <Unsendable text={draft.text} thread={thread} />
  return (
    <form className="mt-4" onSubmit={(event) => void send(event)}>
      <TextArea
        label={isClosed ? 'Note' : 'Answer or note'}
        hint={whereItGoes(thread)}
        className=""
        required
        maxLength={4_000}
        // What was written meanwhile would be emptied with what is sent.
        readOnly={busy !== undefined}
        value={draft.text}
        onChange={({ target }) => draft.write(target.value)}
      />
      {error && <FieldError>{error}</FieldError>}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {!isClosed && (
          <>
            <Button size="small" type="submit" value="wait" busy={busy === 'wait'}>
              {actNames.answerCase}
            </Button>
            <Button look="line" size="small" type="submit" value="close" busy={busy === 'close'}>
              {actNames.answerCase} and close it
            </Button>
          </>
        )}
        <Button look="line" size="small" type="submit" value="note" busy={busy === 'note'}>
          {actNames.noteCase}
        </Button>
        <p role="status" className="text-sm text-ink2">
          {draft.isBehind
            ? 'A message has come since you began to write: read it before you send.'
            : outcome}
        </p>
      </div>
    </form>
  )
}

const Unsendable = ({ text, thread }: { text: string; thread: CaseThread }) => (
  <TextArea
    label="What you wrote"
    hint={
      isAccountClosed(thread)
        ? 'It can’t be sent any more; copy it if you need it.'
        : 'Your role doesn’t answer cases any more: copy it for a colleague whose role does.'
    }
    value={text}
    readOnly
  />
)

function whereItGoes({ state, player }: CaseThread): string {
  if (state === 'closed')
    return player === null
      ? 'The case is closed: what the visitor writes next opens another.'
      : 'The case is closed: the player can open it again by a message.'
  return player === null
    ? 'An answer goes by mail alone. A note is for colleagues.'
    : 'An answer stands under Support and goes by mail. A note is for colleagues.'
}

/**
 * What is typed, kept across screens and reloads. It answers the messages that were shown when it
 * was begun: the page refreshes by itself, and later ones may be unread.
 */
function useDraft(thread: CaseThread) {
  const kept = useKept()
  const keptAs = `${answerCase.name} ${thread.case}`
  const [before] = useState(() => kept.get(keptAs))
  const [text, setText] = useState(() => String(before?.get('text') ?? ''))
  const newest = seenIn(thread)
  /** Null before the first letter, and after a refusal because of a newer message. */
  const [begun, setBegun] = useState<{ readonly seen: string | null } | null>(
    before ? { seen: String(before.get('seen') ?? '') || null } : null,
  )
  const { seen } = begun ?? { seen: newest }
  useEffect(() => {
    if (text === '') kept.delete(keptAs)
    else
      kept.set(
        keptAs,
        new Map([
          ['text', text],
          ['seen', seen ?? ''],
        ]),
      )
  }, [kept, keptAs, text, seen])
  return {
    text,
    /** The newest message that it answers. */
    seen,
    isBehind: text !== '' && seen !== newest,
    write(written: string) {
      if (text === '' || begun === null) setBegun({ seen: newest })
      setText(written)
    },
    /** Empties it; also where its screen was left meanwhile. */
    empty() {
      kept.delete(keptAs)
      setText('')
    },
    /** It goes on to answer what it answers now. */
    pin: () => setBegun({ seen }),
    /** It answers the newest that is shown. */
    unpin: () => setBegun(null),
  }
}

/** Sends a draft the way that its pressed button says. */
function useSending(caseId: number, draft: ReturnType<typeof useDraft>) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<Way>()
  const [outcome, setOutcome] = useState<string>()
  const [error, setError] = useState<string>()
  async function send(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const pressed = event.nativeEvent.submitter?.getAttribute('value')
    const way = (['wait', 'close', 'note'] as const).find((way) => way === pressed)
    if (!way) return
    setBusy(way)
    draft.pin()
    setError(undefined)
    setOutcome(undefined)
    try {
      const given = { caseId, reason: `case ${caseId}` }
      const { text, seen } = draft
      if (way === 'note') await call(noteCase, { ...given, note: text })
      else await call(answerCase, { ...given, answer: text, closes: way === 'close', seen })
      draft.empty()
      setOutcome(done[way])
      await client.invalidateQueries()
    } catch (error) {
      if (!(error instanceof NotDone)) throw error
      setError(whyNotDone(error))
      // Show the messages that came meanwhile.
      await client.invalidateQueries()
      // Only a refusal may be about a newer message. After a fault the message may have been sent,
      // which the server then refuses to send again; after a log-in there may be unread ones.
      if (error.status === 200) draft.unpin()
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, outcome, error, send }
}
