import type { Transaction } from '@pipkin/contract'
import { type Money, signedMoneyText } from '@pipkin/money'
import { ShieldCheck } from 'lucide-react'
import { dayTimeText } from '../../../browser/dates.ts'
import { Worth } from '../../../forms/worth.tsx'
import { Coin } from '../../../ui/art.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { useLast } from '../../../ui/use-last.ts'
import { CopiedId } from '../copied-id.tsx'
import { ChainDetails } from '../operations/chain-details.tsx'
import { RoundResult } from './round-result.tsx'
import { amountTone, transactionLook } from './transaction-look.ts'
import { useSettledRound } from './use-settled-round.ts'

export interface TransactionSheetProps {
  /** Null while closed. */
  row: Transaction | null
  game: string | undefined
  onClose: () => void
}

/** A movement in full. */
export function TransactionSheet({ row, game, onClose }: TransactionSheetProps) {
  const shown = useLast(row)
  if (!shown) return null
  const { label, tone, icon: Icon } = transactionLook(shown)
  return (
    <Sheet
      open={row !== null}
      onClose={onClose}
      title={label}
      beside={(title) => (
        <div className="flex min-w-0 grow items-center gap-3">
          <IconTile tone={tone} size="lg">
            <Icon size={22} />
          </IconTile>
          <div className="min-w-0">
            {title}
            {game !== undefined && <div className="text-sm text-ink2">{game}</div>}
          </div>
        </div>
      )}
    >
      <Details row={shown} />
    </Sheet>
  )
}

const wallets = [
  ['Deposit', 'deposit'],
  ['Bonus', 'bonus'],
  ['Win', 'win'],
  ['Referral', 'referral'],
] as const

function Details({ row }: { row: Transaction }) {
  const round = useSettledRound(row)
  return (
    <>
      <div className="mt-3 mb-2.5 flex flex-wrap items-baseline gap-x-2 text-[2.125rem] leading-10 font-770 tracking-[-0.025em]">
        <span className="self-center">
          <Coin size={28} />
        </span>
        <span className={amountTone(row)}>{signedMoneyText(row.amount)}</span>
        <span className="text-sm font-560 tracking-normal text-ink2">
          fkr
          <Worth of={row.amount} className="text-sm" />
        </span>
      </div>
      <Panel className="pt-1.5 pb-1.5">
        <h3 className="pt-1.25 text-cap text-ink2">Change of each wallet</h3>
        <dl>
          {wallets.map(([name, of]) => (
            <KeyValue key={of} label={name} className="min-h-8.5 flex-wrap">
              <Change of={row.wallets[of]} />
            </KeyValue>
          ))}
        </dl>
      </Panel>
      <dl className="px-3.5 pt-2">
        <KeyValue label="Date" className="min-h-8.5">
          {dayTimeText(row.at)}
        </KeyValue>
        {round !== null && <RoundResult id={round} />}
        {row.belongsTo !== null && row.method !== null && (
          <ChainDetails
            kind={row.kind === 'deposit' ? 'deposit' : 'withdrawal'}
            id={row.belongsTo}
          />
        )}
        {row.note !== undefined && (
          <KeyValue label="Note" className="min-h-8.5">
            {row.note}
          </KeyValue>
        )}
        <CopiedId label="Transaction ID" id={row.transactionId} />
      </dl>
      {round !== null && (
        <ButtonLink to={`/fairness/${round}`} look="line" className="mt-2">
          <ShieldCheck size={19} aria-hidden />
          Verify this round
        </ButtonLink>
      )}
    </>
  )
}

function Change({ of }: { of: Money }) {
  return (
    <span className={cx(of < 0n && 'text-loss', of > 0n && 'text-win')}>
      {signedMoneyText(of)}
      <Worth of={of === 0n ? null : of} />
    </span>
  )
}
