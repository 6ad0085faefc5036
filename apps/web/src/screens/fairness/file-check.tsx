import { exportHistory } from '@pipkin/contract'
import { FileCheck as FileIcon, History } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef } from 'react'
import { fetchFile } from '../../api/fetch-file.ts'
import { useSession } from '../../shell/session.ts'
import { Button } from '../../ui/button.tsx'
import { tryAgain } from '../../ui/states.tsx'
import { VerdictBanner } from '../../ui/verdict-banner.tsx'
import { CheckList } from '../proof/check-list.tsx'
import type { CheckedFile } from './checked-file.ts'
import { type FileCheck as State, useFileCheck } from './use-file-check.ts'

/** At most this many failing rounds are listed. */
const mostShown = 50

/** Checks the player's whole history, or any file, in the browser. */
export function FileCheck() {
  const player = useSession()?.id
  const { state, check } = useFileCheck()
  const input = useRef<HTMLInputElement>(null)
  const busy = state.at === 'checking'

  const checkHistory = (of: number) =>
    check(async () => {
      const result = await fetchFile(exportHistory, { player: of, format: 'proofs' })
      return result.ok ? result.file.text() : null
    })
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    currentTarget.value = ''
    if (file) check(() => file.text().catch(() => null))
  }

  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2.5">
        {player !== undefined && (
          <Button
            look="line"
            size="small"
            className="flex-auto"
            busy={busy}
            onClick={() => checkHistory(player)}
          >
            {!busy && <History size={17} aria-hidden />}
            Check my history
          </Button>
        )}
        <Button
          look="line"
          size="small"
          className="flex-auto"
          onClick={() => input.current?.click()}
        >
          <FileIcon size={17} aria-hidden />
          Check a file
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          aria-label="A round's JSON, or a history"
          hidden
          onChange={choose}
        />
      </div>
      <Outcome state={state} />
    </>
  )
}

function Outcome({ state }: { state: State }) {
  switch (state.at) {
    case 'idle':
      return null
    case 'checking':
      return <Checking progress={state.progress} />
    case 'failed':
      return (
        <p role="alert" className="mt-3 text-sm text-loss">
          {tryAgain}
        </p>
      )
    case 'done':
      return <Report checked={state.checked} />
  }
}

function Checking({ progress }: Pick<Extract<State, { at: 'checking' }>, 'progress'>) {
  return (
    <div className="mt-3 text-sm text-ink2">
      <p role="status">Checking…</p>
      {progress && (
        <>
          <progress
            aria-label="Rounds checked"
            value={progress.checked}
            max={progress.of}
            className="mt-1.5 block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-ink2 [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-ink2"
          />
          <p aria-hidden className="mt-1 text-cap">
            {progress.checked} of {progress.of} rounds
          </p>
        </>
      )}
    </div>
  )
}

function Report({ checked }: { checked: CheckedFile }) {
  const { checks, wrong, ...verdict } = checked
  const top = useRef<HTMLDivElement>(null)
  // The result appears below the pressed button, at the end of a long screen.
  useEffect(() => {
    if (checked) top.current?.scrollIntoView({ block: 'nearest' })
  }, [checked])
  return (
    <div ref={top} className="mt-3 scroll-mb-4">
      <VerdictBanner {...verdict} />
      {checks.length > 0 && <CheckList checks={checks} />}
      {wrong.slice(0, mostShown).map(({ title, checks: failing }) => (
        <section key={title} aria-label={title}>
          <h3 className="mt-3 text-row">{title}</h3>
          <CheckList checks={failing} />
        </section>
      ))}
      {wrong.length > mostShown && (
        <p className="mt-3 text-sm text-ink2">And {wrong.length - mostShown} more rounds.</p>
      )}
    </div>
  )
}
