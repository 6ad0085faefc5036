import { BadgeCheck, CircleAlert, type LucideIcon, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { Link } from '../../../ui/link.tsx'
import { tryAgain } from '../../../ui/states.tsx'
import type { Tone } from '../../../ui/tone.ts'
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
  const { title, note, is } = inWords(check)
  const [tone, Icon] = looks[is]
  return (
    <Card className="mt-5 flex flex-wrap items-center gap-3 px-4 py-3.5">
      <IconTile tone={tone}>
        <Icon size={20} />
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

const looks = {
  unchecked: ['info', ShieldCheck],
  wrong: ['loss', CircleAlert],
  right: ['win', BadgeCheck],
} as const satisfies Record<string, readonly [Tone, LucideIcon]>

function inWords(check: OwnCheck | 'none' | 'failed'): {
  title: string
  note: string
  is: keyof typeof looks
} {
  if (check === 'none')
    return {
      title: 'Is your money counted?',
      note: 'Your browser checks it against the total.',
      is: 'unchecked',
    }
  if (check === 'failed') return { title: tryAgain, note: 'Nothing was checked.', is: 'wrong' }
  if (check.kind === 'noSnapshot')
    return {
      title: 'Your money is not counted yet',
      note: 'We count once a day: look again after the next count.',
      is: 'unchecked',
    }
  if (check.kind === 'absent')
    return {
      title: 'Your money is not in the newest count',
      note: `We counted on ${check.at}. A newer account is in the next count. An older one was left out.`,
      is: 'unchecked',
    }
  if (check.kind === 'wrong')
    return { title: 'Your money is not in it', note: check.why, is: 'wrong' }
  return {
    is: 'right',
    title: 'You are in it',
    note: `${check.amount} fkr of yours were counted ${check.at}.`,
  }
}
