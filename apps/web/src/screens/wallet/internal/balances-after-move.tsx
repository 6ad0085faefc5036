import { add, type Money, moneyText, subtract } from '@pipkin/money'
import { ArrowRight } from 'lucide-react'
import { Card } from '../../../ui/card.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'

export interface BalancesAfterMoveProps {
  wallet: string
  /** What that wallet and Deposit hold now. */
  from: Money
  deposit: Money
  moved: Money
}

/** What both wallets hold now, and what they will. */
export const BalancesAfterMove = ({ wallet, from, deposit, moved }: BalancesAfterMoveProps) => (
  <Card className="mt-5 flex flex-wrap items-center justify-between gap-3 px-4 py-3.5">
    <Change name={wallet} before={from} after={subtract(from, moved)} />
    <IconTile tone="info" round>
      <ArrowRight size={20} />
    </IconTile>
    <Change name="Deposit" before={deposit} after={add(deposit, moved)} gains />
  </Card>
)

interface ChangeProps {
  name: string
  before: Money
  after: Money
  gains?: boolean
}

const Change = ({ name, before, after, gains }: ChangeProps) => (
  <div className={gains ? 'ml-auto text-right' : undefined}>
    <div className="text-cap text-ink2">{name}</div>
    <div
      className={`mt-0.5 flex flex-wrap items-center gap-x-2 text-[min(1.25rem,7vw)] leading-6 font-720 tracking-[-0.014em] ${gains ? 'justify-end' : ''}`}
    >
      {moneyText(before)}
      <ArrowRight size={17} aria-hidden className="text-ink2" />
      <span className="sr-only">becomes</span>
      <span className={gains ? 'text-win' : undefined}>{moneyText(after)}</span>
    </div>
  </div>
)
