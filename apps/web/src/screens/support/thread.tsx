import { readMessagePicture, readThread, type Thread } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { CallError, callQuery } from '../../api/queries.ts'
import { dayTimeText } from '../../browser/dates.ts'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty.tsx'
import { ListSkeleton, Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { CaseState, reportText } from './case-state.tsx'
import { MessageForm } from './message-form.tsx'

interface CaseThreadProps {
  playerId: number
  caseId: number
}

/** A case with its messages and the form for the next one. Back leads to the list of cases. */
export function CaseThread({ playerId, caseId }: CaseThreadProps) {
  const thread = useQuery(callQuery(readThread, { player: playerId, caseId }))
  const navigate = useNavigate()
  return (
    <>
      <ScreenBar
        title={`Case ${caseId}`}
        onBack={() => void navigate('/support')}
        end={thread.data && <CaseState state={thread.data.state} />}
      />
      <div className="px-4.5">
        {thread.data ? (
          <Messages playerId={playerId} thread={thread.data} />
        ) : thread.error instanceof CallError && thread.error.status === 404 ? (
          <EmptyState message="There is no such case" hint="Your cases are in the list." />
        ) : thread.isError ? (
          <ErrorState onRetry={() => void thread.refetch()} />
        ) : (
          <ListSkeleton rows={3} />
        )}
      </div>
    </>
  )
}

function Messages({ playerId, thread }: { playerId: number; thread: Thread }) {
  const { caseId, state, messages } = thread
  const report = reportText(thread)
  return (
    <>
      {report && <p className="text-sm text-ink2">{report}</p>}
      <ol aria-label="Messages" className="mt-1 grid gap-2.5">
        {messages.map((message) => (
          <Message key={message.id} playerId={playerId} message={message} />
        ))}
      </ol>
      <MessageForm
        playerId={playerId}
        caseId={caseId}
        label={state === 'closed' ? 'Not solved? Write again' : 'Your message'}
        button="Send"
      />
    </>
  )
}

function Message({
  playerId,
  message: { isAnswer, text, sentAt, pictures },
}: {
  playerId: number
  message: Thread['messages'][number]
}) {
  return (
    <li
      className={cx(
        'max-w-[88%] rounded-[1.375rem] px-3.5 py-2.5',
        isAnswer ? 'justify-self-start bg-info-tint' : 'justify-self-end bg-surface edged',
      )}
    >
      <p className="text-cap text-ink2">
        {isAnswer ? 'Support' : 'You'}, {dayTimeText(sentAt)}
      </p>
      <p className="mt-0.5 whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
      {pictures.map((picture) => (
        <Picture key={picture} playerId={playerId} picture={picture} />
      ))}
    </li>
  )
}

function Picture({ playerId, picture }: { playerId: number; picture: string }) {
  const { data, isError, refetch } = useQuery(
    callQuery(readMessagePicture, { player: playerId, picture }),
  )
  return data ? (
    <img
      src={`data:image/webp;base64,${data.webp}`}
      alt="Sent with the message"
      className="mt-2 max-h-96 rounded-md"
    />
  ) : isError ? (
    <ErrorState onRetry={() => void refetch()} />
  ) : (
    <Loading className="mt-2">
      <Skeleton className="h-32 w-48" />
    </Loading>
  )
}
