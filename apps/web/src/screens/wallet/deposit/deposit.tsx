import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '../../../shell/session.ts'
import { NewDeposit } from './new-deposit.tsx'

const load = () => import('./reported-deposit.tsx')
const ReportedDeposit = lazy(async () => ({ default: (await load()).ReportedDeposit }))

/** The address names the deposit as soon as the server has it, so that a reload finds it again. */
export default function Deposit() {
  const player = useSession()
  const reported = useSearchParams()[0].get('deposit')
  useEffect(() => {
    // It is there by the time that the deposit is reported, also where the network has gone.
    load().catch(() => undefined)
  }, [])
  if (!player) return null
  return (
    // Around both: the steps stay on screen until what follows them is ready.
    <Suspense>
      {reported === null ? (
        <NewDeposit playerId={player.id} />
      ) : (
        <ReportedDeposit key={reported} id={reported} />
      )}
    </Suspense>
  )
}
