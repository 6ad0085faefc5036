import {
  assignCase,
  type CaseMessage,
  type CaseThread,
  closeCase,
  readCase,
  readCasePicture,
} from '@pipkin/contract/desk'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { cx } from '../../../web/src/ui/cx.ts'
import { SelectField } from '../../../web/src/ui/select-field.tsx'
import { Tag } from '../../../web/src/ui/tag.tsx'
import { useCall } from '../call.ts'
import { ActButton } from '../parts/act-button.tsx'
import { DeskLink } from '../parts/desk-link.tsx'
import { Facts, fkr, when } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Answer, isAccountClosed, seenIn } from './case-answer.tsx'
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

/** Who gets the case: at first its holder, or the operator if it has none. */
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
