import type { Fairness } from '@pipkin/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { tryAgain } from '../../forms/texts.ts'
import { toast } from '../../ui/toasts.ts'
import { type Rotation, rotationIn } from './rotation.ts'

/** Ends the epoch on the player's wish; `rotation` is what came of it. */
export function useRotation(player: number, fairness: Fairness) {
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
  return { rotate: () => void rotate(), busy, rotation }
}
