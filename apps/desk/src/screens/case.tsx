import {
  actNames,
  answerCase,
  assignCase,
  type CaseMessage,
  type CaseThread,
  closeCase,
  noteCase,
  readCase,
  readCasePicture,
} from '@pipkin/contract/desk'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { Button } from '../../../web/src/ui/button.tsx'
import { Card } from '../../../web/src/ui/card.tsx'
import { cx } from '../../../web/src/ui/cx.ts'
import { FieldError, FieldShell } from '../../../web/src/ui/field.tsx'
import { SelectField } from '../../../web/src/ui/select-field.tsx'
import { Tag } from '../../../web/src/ui/tag.tsx'
import { call, NotDone, useCall, whyNotDone } from '../call.ts'
import { ActButton, useKept } from '../parts/act-button.tsx'
import { DeskLink } from '../parts/desk-link.tsx'
import { Facts, fkr, when } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { writerOf } from './cases.tsx'

interface CaseProps {
  /** Who looks at it. */
  operator: number
  mayAnswer: boolean
}

/** A case: its thread, and what is done with it. */
export function Case(props: CaseProps) {
  const number = Number(useParams().case)
  const thread = useCall(readCase, { case: number }, 10_000)
  return (
    <>
      <DeskLink to="/cases">All cases</DeskLink>
      <Loaded query={thread} heading={`Case ${number}`}>
        {(thread) => <Thread key={number} thread={thread} {...props} />}
      </Loaded>
    </>
  )
}

const stateTags = {
  open: <Tag tone="pending">open</Tag>,
  waiting: <Tag tone="info">answered</Tag>,
  closed: <Tag tone="mute">closed</Tag>,
}

function Thread({ thread, operator, mayAnswer }: CaseProps & { thread: CaseThread }) {
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Heading name={`Case ${thread.case}`} />
        {stateTags[thread.state]}
      </div>
      <div className="mt-4 grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_min(20rem,35%)]">
        <div className="min-w-0">
          <Messages thread={thread} />
          <Arrival thread={thread} />
          {mayAnswer && isAccountClosed(thread) && (
            <p className="mt-4 text-ink2">
              The account is closed: no one reads an answer, and a note would stay when all else is
              deleted.
            </p>
          )}
          <Answer thread={thread} maySend={mayAnswer && !isAccountClosed(thread)} />
        </div>
        <About thread={thread} operator={operator} mayAnswer={mayAnswer} />
      </div>
    </>
  )
}

/** Announces a message that comes while the case is on screen. */
function Arrival({ thread: { messages } }: { thread: CaseThread }) {
  const newest = messages.at(-1)
  const [first] = useState(newest?.id)
  return (
    <p role="status" className="sr-only">
      {newest?.writer === 'player' && newest.id !== first && 'The player has written again.'}
    </p>
  )
}

function Messages({ thread: { messages, player } }: { thread: CaseThread }) {
  if (messages.length === 0)
    return <Card className="px-4 py-4 text-ink2">A report without a message.</Card>
  return (
    <ol aria-label="Messages" className="grid gap-3">
      {messages.map((message) => (
        <Message key={message.id} message={message} from={player === null ? 'Visitor' : 'Player'} />
      ))}
    </ol>
  )
}

const looks = {
  player: 'justify-self-start bg-surface shadow-e1',
  house: 'justify-self-end bg-info-tint',
  note: 'justify-self-end border border-dashed border-edge bg-butter-tint',
}

function Message({
  message: { writer, operator, text, at, pictures },
  from,
}: {
  message: CaseMessage
  /** Who has opened the case. */
  from: string
}) {
  const who = { player: from, house: operator ?? 'By command', note: `Note of ${operator}` }
  return (
    <li className={cx('max-w-[85%] rounded-lg px-4 py-3', looks[writer])}>
      <p className="text-cap text-ink2">
        {who[writer]}, {when(at)}
      </p>
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
      {pictures.map((picture) => (
        <Picture key={picture} picture={picture} />
      ))}
    </li>
  )
}

function Picture({ picture }: { picture: string }) {
  const read = useCall(readCasePicture, { picture }, 'once')
  return (
    <Loaded query={read}>
      {({ webp }) => (
        <img
          src={`data:image/webp;base64,${webp}`}
          alt="Sent with the message"
          className="mt-2 max-h-96 rounded-md"
        />
      )}
    </Loaded>
  )
}

/** A player without a name has closed the account, and reads no more answers. */
const isAccountClosed = ({ player, name }: CaseThread) => player !== null && !name

/** The newest message that is shown. */
const seenIn = ({ messages }: CaseThread): string | null => messages.at(-1)?.id ?? null

type Way = 'wait' | 'close' | 'note'
const done = {
  wait: 'Sent. The case is answered.',
  close: 'Sent. The case is closed.',
  note: 'Kept as a note.',
} as const

/** The form of an answer or a note. The act's reason is the case itself. */
function Answer({ thread, maySend }: { thread: CaseThread; maySend: boolean }) {
  const draft = useDraft(thread)
  const { busy, outcome, error, send } = useSending(thread.case, draft)
  const isClosed = thread.state === 'closed'
  if (!maySend) return draft.text !== '' && <Unsendable text={draft.text} thread={thread} />
  return (
    <form className="mt-4" onSubmit={(event) => void send(event)}>
      <FieldShell
        label={isClosed ? 'Note' : 'Answer or note'}
        hint={whereItGoes(thread)}
        className=""
      >
        {(control) => (
          <textarea
            {...control}
            rows={5}
            required
            maxLength={4_000}
            // What was written meanwhile would be emptied with what is sent.
            readOnly={busy !== undefined}
            value={draft.text}
            onChange={({ target }) => draft.write(target.value)}
            className="block w-full resize-y rounded-md bg-surface px-3.5 py-2.5 text-ink edged"
          />
        )}
      </FieldShell>
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
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const { submitter } = event.nativeEvent as SubmitEvent
    const way = (['wait', 'close', 'note'] as const).find(
      (way) => way === submitter?.getAttribute('value'),
    )
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

function About({ thread, operator, mayAnswer }: CaseProps & { thread: CaseThread }) {
  const { case: number, player, event, amount, hash, state } = thread
  return (
    <Card className="p-4">
      <Facts
        facts={[
          [
            'From',
            player === null ? (
              writerOf(thread)
            ) : (
              <DeskLink key="player" to={`/players/${player}`}>
                {writerOf(thread)}
              </DeskLink>
            ),
          ],
          ['Opened', when(thread.at)],
          ...(event && amount !== null
            ? ([
                ['Reported', `${event} of ${fkr(amount)}`],
                ['Chain transaction', hash],
              ] as const)
            : []),
          ['Who has it', thread.holder ?? 'no one yet'],
        ]}
      />
      {mayAnswer && (
        <div className="mt-4 flex flex-wrap gap-2">
          <ActButton
            act={assignCase}
            about={String(number)}
            reason={`case ${number}`}
            fields={<Colleagues thread={thread} operator={operator} />}
            inputOf={(reason, form) => ({
              caseId: number,
              from: thread.takenBy,
              operator: Number(form.get('operator')) || null,
              reason,
            })}
          />
          {state !== 'closed' && (event === null || isAccountClosed(thread)) && (
            <ActButton
              act={closeCase}
              about={`${number} without an answer`}
              inputOf={(reason) => ({ caseId: number, reason, seen: seenIn(thread) })}
            />
          )}
        </div>
      )}
    </Card>
  )
}

/** Whose the case shall be: at first whose it is, or the operator's if it is no one's. */
function Colleagues({
  thread: { colleagues, takenBy },
  operator,
}: Pick<CaseProps, 'operator'> & { thread: CaseThread }) {
  const first = colleagues.find((one) => one.operator === (takenBy ?? operator))
  return (
    <SelectField
      label="Colleague"
      name="operator"
      placeholder="Choose"
      dense
      className="mt-3.5"
      defaultValue={String(first?.operator ?? 0)}
      options={[
        ...colleagues.map(({ operator: one, name }) => ({
          value: String(one),
          label: one === operator ? `${name} (you)` : name,
        })),
        { value: '0', label: 'No one' },
      ]}
    />
  )
}
