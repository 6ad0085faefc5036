import { type Fairness, rotateSeed } from '@pipkin/contract'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { refetchCalls } from '../../api/queries.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { toast } from '../../ui/toasts.ts'
import { type Rotation, rotationIn } from './rotation.ts'

/** Ends the epoch on the player's wish; `rotation` is what came of it. */
export function useRotation(player: number, fairness: Fairness) {
  const [busy, setBusy] = useState(false)
  const [rotation, setRotation] = useState<Rotation | null>(null)

  async function rotate() {
    setBusy(true)
    const result = await call(rotateSeed, { player })
    if (result.ok) setRotation(rotationIn(fairness, result.answer.rotation))
    else toast.error(failureMessage(result))
    await refetchCalls('readFairness')
    setBusy(false)
  }
  return { rotate: () => void rotate(), busy, rotation }
}
