import { useSearchParams } from 'react-router'
import { useSession } from '../../../shell/session.ts'
import { NewDeposit } from './new-deposit.tsx'
import { ReportedDeposit } from './reported-deposit.tsx'

/** The address names the deposit as soon as the server has it, so that a reload finds it again. */
export default function Deposit() {
  const player = useSession()
  const reported = useSearchParams()[0].get('deposit')
  if (!player) return null
  return reported === null ? (
    <NewDeposit playerId={player.id} />
  ) : (
    <ReportedDeposit key={reported} id={reported} />
  )
}
