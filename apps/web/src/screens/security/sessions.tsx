import { endOtherSessions, endSession, type Security } from '@pipkin/contract'
import { Monitor, Smartphone } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type CallResult, call } from '../../api/call.ts'
import { refetchCalls } from '../../api/queries.ts'
import { dayTimeText } from '../../browser/dates.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { useStillHere } from '../../forms/use-still-here.ts'
import { Button } from '../../ui/button.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { toast } from '../../ui/toasts.ts'
import { useLast } from '../../ui/use-last.ts'

type Session = Security['sessions'][number]

const nameOf = ({ device }: Session): string => device || 'Unknown device'

const placeOf = (session: Session): string => `${nameOf(session)}, network ${session.network}`

/** Where the player is logged in, and how to end it there. */
export function Sessions({ sessions }: Pick<Security, 'sessions'>) {
  const [asked, setAsked] = useState<Session | 'others' | null>(null)
  const head = useRef<HTMLDivElement>(null)
  return (
    <section>
      <SectionHead
        ref={head}
        title="Sessions"
        end={
          sessions.length > 1 && (
            <TextButton className="-my-3" onClick={() => setAsked('others')}>
              End all others
            </TextButton>
          )
        }
      />
      <List label="Sessions">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
        ))}
      </List>
      <Question asked={asked} onClose={() => setAsked(null)} finalFocus={head} />
    </section>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { network, lastSeenAt, current } = session
  const device = nameOf(session)
  const Icon = /iPhone|Android/.test(device) ? Smartphone : Monitor
  return (
    <ListRow
      start={
        <IconTile>
          <Icon size={20} />
        </IconTile>
      }
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          {device}
          {current && <Tag tone="win">This device</Tag>}
        </span>
      }
      note={
        <>
          <span className="block break-all">Network {network}</span>
          Last seen{' '}
          {current ? 'now' : <span className="inline-block">{dayTimeText(lastSeenAt)}</span>}
        </>
      }
      end={
        !current && (
          <TextButton
            aria-label={`End ${placeOf(session)}`}
            className="min-w-11 justify-center"
            onClick={onEnd}
          >
            End
          </TextButton>
        )
      }
    />
  )
}

interface QuestionProps {
  asked: Session | 'others' | null
  onClose: () => void
  /** Gets the focus afterwards, since the button that opened this has gone. */
  finalFocus: RefObject<HTMLElement | null>
}

/** Asks before a session ends. Keeps its words while the sheet goes down. */
function Question({ asked, onClose, finalFocus }: QuestionProps) {
  const about = useLast(asked)
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (asked !== null) setDone(false)
  }, [asked])
  if (!about) return null
  const all = about === 'others'
  return (
    <Sheet
      open={asked !== null}
      onClose={onClose}
      finalFocus={done ? finalFocus : undefined}
      title={all ? 'End all other sessions?' : 'End this session?'}
    >
      <Answers
        key={all ? about : about.id}
        about={about}
        onClose={onClose}
        onEnded={() => {
          setDone(true)
          onClose()
        }}
      />
    </Sheet>
  )
}

interface AnswersProps {
  about: Session | 'others'
  onClose: () => void
  onEnded: () => void
}

function Answers({ about, onClose, onEnded }: AnswersProps) {
  const [busy, setBusy] = useState(false)
  const isHere = useStillHere()

  async function end() {
    setBusy(true)
    const result: CallResult<typeof endSession | typeof endOtherSessions> =
      about === 'others' ? await call(endOtherSessions) : await call(endSession, { id: about.id })
    if (result.ok) toast.success(result.message)
    else toast.error(failureMessage(result))
    await refetchCalls('readSecurity')
    setBusy(false)
    // The question about another may be open by now.
    if (!isHere()) return
    if (result.ok) onEnded()
    else onClose()
  }

  const all = about === 'others'
  return (
    <>
      <p className="mt-1.5 text-ink2">
        {all ? 'All devices but this one are' : `${placeOf(about)}, is`} logged out at once. A round
        that is open there waits for your next log-in.
      </p>
      <Button busy={busy} onClick={() => void end()} className="mt-4.5">
        {all ? 'End all others' : 'End session'}
      </Button>
      <div className="mt-1 text-center">
        <TextButton onClick={onClose}>{all ? 'Keep them' : 'Keep it'}</TextButton>
      </div>
    </>
  )
}
