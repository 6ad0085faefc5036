import { longestMessage, noWordsMessage, writeToSupport } from '@pipkin/contract'
import { ImagePlus, X } from 'lucide-react'
import { type ChangeEvent, type SubmitEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { refetchCalls } from '../../api/queries.ts'
import { upload } from '../../api/upload.ts'
import { useDraft } from '../../forms/drafts.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { useStillHere } from '../../forms/use-still-here.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toasts.ts'
import { type Message, messages } from './drafts.ts'
import { smallerPicture } from './smaller-picture.ts'

interface MessageFormProps {
  playerId: number
  /** Left out, the message opens a case. */
  caseId?: number
  label: string
  button: string
}

const noAnswer =
  'No answer came. It may have arrived: sent again within ten minutes, it is kept once.'

/** A message to support with one picture, or none. A new case opens on its own page. */
export function MessageForm({ playerId, caseId, label, button }: MessageFormProps) {
  const navigate = useNavigate()
  const isHere = useStillHere()
  const of = String(caseId ?? 'new')
  const { draft, change } = useDraft(messages, playerId, of, { text: '' })
  const { text, picture, state } = draft
  const [isWordless, setWordless] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const isOnItsWay = state === 'on its way'
  const error = isWordless ? noWordsMessage : typeof state === 'object' ? state.error : undefined

  async function send(event: SubmitEvent) {
    event.preventDefault()
    setWordless(text.trim() === '')
    if (text.trim() === '') return area.current?.focus()
    change({ state: 'on its way' })
    const input = { player: playerId, text, ...(caseId !== undefined && { caseId }) }
    const result = await upload(
      writeToSupport,
      picture ? { ...input, picture } : input,
      () => undefined,
    )
    // It is gone if the player has logged out meanwhile.
    if (messages.read(playerId, of)?.state !== 'on its way') return
    if (!result.ok && result.kind !== 'refused') {
      void refetchCalls('listThreads', 'readThread')
      return change({ state: { error: noAnswer } })
    }
    if (!result.ok) return change({ state: { error: failureMessage(result) } })
    messages.forget(playerId, of)
    toast.success('Your message was sent')
    await refetchCalls('listThreads', 'readThread')
    if (caseId === undefined && isHere()) void navigate(`/support?case=${result.answer.caseId}`)
  }

  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <TextArea
        ref={area}
        rows={4}
        className="mt-2.5"
        label={label}
        value={text}
        maxLength={longestMessage}
        readOnly={isOnItsWay}
        error={error}
        onChange={({ target }) => change({ text: target.value })}
      />
      <PictureChoice draft={draft} change={change} />
      <Button
        look={caseId === undefined ? 'glaze' : 'butter'}
        type="submit"
        busy={isOnItsWay || state === 'drawing its picture'}
        className="mt-3"
      >
        {button}
      </Button>
    </form>
  )
}

/** Chooses a picture, which is drawn anew, smaller and without its metadata, before it is sent. */
function PictureChoice({
  draft: { picture, state },
  change,
}: {
  draft: Message
  change: (part: Partial<Message>) => void
}) {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const add = useRef<HTMLButtonElement>(null)

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? []
    // The same file can be chosen again.
    target.value = ''
    if (!chosen) return
    change({ state: 'drawing its picture' })
    const smaller = await smallerPicture(chosen)
    change({ state: undefined, ...(smaller && { picture: smaller }) })
    if (!smaller) toast.error('Please choose a PNG, JPEG or WebP picture')
  }

  return (
    <div className="mt-2 flex items-center gap-2">
      <input
        ref={file}
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label="Picture"
        hidden
        onChange={(event) => void choose(event)}
      />
      <Button
        ref={add}
        look="line"
        size="small"
        busy={state === 'drawing its picture'}
        disabled={state === 'on its way'}
        onClick={() => file.current?.click()}
      >
        <ImagePlus size={18} aria-hidden />
        {picture ? 'Another picture' : 'Add a picture'}
      </Button>
      {picture && (
        <>
          <span className="text-cap text-ink2">{Math.ceil(picture.size / 1024)} kB</span>
          {state !== 'on its way' && (
            <IconButton
              label="Remove the picture"
              onClick={() => {
                // It goes with the picture.
                add.current?.focus()
                change({ picture: undefined })
              }}
            >
              <X size={20} aria-hidden />
            </IconButton>
          )}
        </>
      )}
    </div>
  )
}
