import { type Money, moneyText } from '@pipkin/money'
import {
  Check,
  HeartHandshake,
  type LucideIcon,
  Medal,
  PiggyBank,
  Swords,
  Ticket,
  Timer,
} from 'lucide-react'
import { useWorthText, type WorthText } from '../../../forms/worth.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { List, ListRow } from '../../../ui/list.tsx'
import { ListSkeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import type { Tone } from '../../../ui/tone.ts'
import type { Left } from './use-left.ts'

interface Entry {
  readonly icon: LucideIcon
  readonly title: string
  /** How it is taken, or why it can't be. */
  readonly note: string
  readonly to?: string
  readonly tone?: Tone
}

/** What is left in the account, and how each part of it can be taken. */
export function Leftovers({ left }: { left: Left }) {
  const worth = useWorthText()
  if (!left.known)
    return left.failed ? <ErrorState onRetry={left.retry} /> : <ListSkeleton rows={2} />
  return (
    <List label="What is left">
      {entriesOf(left, worth).map(({ icon: Icon, tone = 'mute', ...row }) => (
        <ListRow
          key={row.title}
          dense
          start={
            <IconTile tone={tone}>
              <Icon size={20} />
            </IconTile>
          }
          {...row}
        />
      ))}
    </List>
  )
}

function entriesOf(left: Extract<Left, { known: true }>, worth: WorthText): readonly Entry[] {
  const text = (of: Money) => `${moneyText(of)} fkr${worth(of)}`
  const { balances, unlockedReferral, rounds, operations } = left
  const { deposit, win, bonus, locked } = balances
  const entries: Entry[] = []
  if (operations > 0)
    entries.push({
      icon: Timer,
      title: operations === 1 ? '1 payment on its way' : `${operations} payments on their way`,
      note: 'A deposit or withdrawal must end before you can close.',
      to: '/account/wallet',
      tone: 'pending',
    })
  if (rounds > 0)
    entries.push({
      icon: Swords,
      title: rounds === 1 ? '1 open round' : `${rounds} open rounds`,
      note: `Finish ${rounds === 1 ? 'it' : 'them'}, or the house does after a week, without you.`,
      to: '/games',
      tone: 'pending',
    })
  if (deposit > 0n)
    entries.push({
      icon: PiggyBank,
      title: `${text(deposit)} in Deposit`,
      note: 'Withdraw it, or send it to a friend.',
      to: '/account/wallet/withdraw',
    })
  if (win > 0n)
    entries.push({
      icon: Medal,
      title: `${text(win)} in Win`,
      note: 'Move it to Deposit, free, and withdraw it.',
      to: '/account/wallet/internal-trasnfer',
    })
  if (unlockedReferral > 0n)
    entries.push({
      icon: HeartHandshake,
      title: `${text(unlockedReferral)} in Referral`,
      note: 'Move it to Deposit, free, and withdraw it.',
      to: '/account/wallet/internal-trasnfer',
    })
  if (bonus > 0n)
    entries.push({
      icon: Ticket,
      title: `${text(bonus)} of Bonus`,
      note: 'It can only be played. What it wins can be withdrawn.',
      to: '/games',
    })
  if (locked.referral > 0n)
    entries.push({
      icon: HeartHandshake,
      title: `${text(locked.referral)} locked in Referral`,
      note: "It unlocks while your friends play. A closed account doesn't get it.",
    })
  return entries.length > 0
    ? entries
    : [{ icon: Check, title: 'Nothing is left', note: 'You can close it now.', tone: 'win' }]
}
