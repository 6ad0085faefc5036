import type { Fairness } from '@pipkin/contract'
import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.ts'
import { tryAgain } from '../texts.ts'
import { type Rotation, rotationIn } from './rotation.ts'

/** Ends the epoch on the player's wish, and says what came of it. `children` stand beside the button. */
export function NewSeed({
  player,
  fairness,
  children,
}: {
  player: number
  fairness: Fairness
  children: ReactNode
}) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [rotation, setRotation] = useState<Rotation | null>(null)

  async function rotate() {
    setBusy(true)
    const result = await call('rotateSeed', { body: { User_Id: player } })
    if (result.ok) setRotation(rotationIn(fairness, result.answer.Data))
    else toast.error(result.kind === 'refused' ? result.message : tryAgain)
    await queryClient.invalidateQueries({ queryKey: ['fairness'] })
    setBusy(false)
  }

  return (
    <>
      <div className="mt-3 flex gap-2.5">
        <Button look="line" size="small" className="flex-1" busy={busy} onClick={() => void rotate()}>
          {!busy && <RefreshCw size={17} aria-hidden />}
          Rotate seed
        </Button>
        {children}
      </div>
      <p role="status" className={rotation?.asAnnounced === false ? 'text-loss' : 'text-ink2'}>
        {rotation && <span className="mt-2 block text-sm">{rotation.text}</span>}
      </p>
    </>
  )
}
