import { CircleAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { Link } from '../../../ui/link.tsx'
import { tryAgain } from '../../../ui/states.tsx'
import type { OwnCheck } from './check-own.ts'

/**
 * One press: whether the player's money is in what the house says it owes, checked in this browser.
 * The arithmetic is loaded with the press.
 */
export function OwnCheckCard({ playerId }: { playerId: number }) {
  const [check, setCheck] = useState<OwnCheck | 'none' | 'failed'>('none')
  const [busy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    try {
      const { checkOwnMoney } = await import('./check-own.ts')
      setCheck(await checkOwnMoney(playerId))
    } catch {
      setCheck('failed')
    }
    setBusy(false)
  }
  const { title, note, isWrong } = inWords(check)
  return (
    <Card className="mt-5 flex flex-wrap items-center gap-3 px-4 py-3.5">
      <IconTile tone={isWrong ? 'loss' : 'win'}>
        {isWrong ? <CircleAlert size={20} /> : <ShieldCheck size={20} />}
      </IconTile>
      <div role="status" className="min-w-0 grow basis-40">
        <p className="text-row">{title}</p>
        <p className="mt-0.5 text-sm text-ink2">
          {note}{' '}
          <Link to="/solvency" className="text-link underline">
            What we owe
          </Link>
        </p>
      </div>
      <Button look="line" size="small" busy={busy} onClick={() => void press()}>
        {check === 'none' ? 'Check' : 'Again'}
      </Button>
    </Card>
  )
}

function inWords(check: OwnCheck | 'none' | 'failed'): {
  title: string
  note: string
  isWrong?: boolean
} {
  if (check === 'none')
    return { title: 'Is your money counted?', note: 'Your browser checks it against the total.' }
  if (check === 'failed') return { title: tryAgain, note: 'Nothing was checked.', isWrong: true }
  if (check.kind === 'noSnapshot')
    return { title: 'Nothing is published yet', note: 'We count once a day.' }
  if (check.kind === 'wrong')
    return { title: 'Your money is not in it', note: check.why, isWrong: true }
  return {
    title: 'You are in it',
    note: `${check.amount} fkr of yours were counted ${check.at}.`,
  }
}
