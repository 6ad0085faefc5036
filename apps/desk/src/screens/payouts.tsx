import {
  changePayoutLimits,
  type Duty,
  listPayouts,
  operationReason,
  type Payout,
  pauseDeposits,
  pausePayouts,
  readNow,
  refusePayout,
  releasePayout,
  resumeDeposits,
  resumePayouts,
} from '@pipkin/contract/desk'
import { subtract } from '@pipkin/money'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { KeyValue } from '../../../web/src/ui/key-value.tsx'
import { Tag } from '../../../web/src/ui/tag.tsx'
import { useCall } from '../call.ts'
import { ActButton } from '../parts/act-button.tsx'
import { AmountInput, changedIn } from '../parts/amount-input.tsx'
import { DeskLink } from '../parts/desk-link.tsx'
import { Facts, fkr, when } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Pending } from '../parts/pending.tsx'
import { PlayerLink } from '../parts/player-link.tsx'
import { NextPage } from '../parts/views.tsx'
import { WhoLink } from '../parts/who.tsx'

/** Why a payout can't be released now, and what ends that. */
const holds: Readonly<Record<NonNullable<Payout['heldBy']>, string>> = {
  accountFrozen:
    'It can’t be released while the account is frozen: what an operator froze, two operators open; what its owner froze opens with a new password.',
  notScanned:
    'It can’t be decided yet: the worker has not read the chain up to the restore. That goes on by itself.',
  transferFits:
    'It can’t be decided yet: a transfer that fits it belongs to no operation. Match the two by a command, or explain the transfer first.',
}

const ofNothing = { inputOf: (reason: string) => ({ reason }) }

/** The queue of payouts, the oldest first; and the switches of what comes in and goes out. */
export function Payouts({ duties }: { duties: readonly Duty[] }) {
  const mayPay = duties.includes('pay')
  const [address] = useSearchParams()
  const cursor = address.get('after') ?? undefined
  const page = useCall(listPayouts, { cursor, limit: 20 }, 10_000)
  const now = useCall(readNow).data
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Heading name="Payouts" className="mr-auto" />
        {duties.includes('rule') && now && (
          <ActButton
            act={changePayoutLimits}
            fields={
              <>
                <AmountInput label="A payout above, fkr" name="each" now={now.takesTwo.above} />
                <AmountInput label="All of 24 hours above, fkr" name="day" now={now.takesTwo.day} />
              </>
            }
            inputOf={(reason, form) => ({
              each: changedIn(form, 'each', now.takesTwo.above),
              day: changedIn(form, 'day', now.takesTwo.day),
              reason,
            })}
          />
        )}
        {mayPay && (
          // If it can't be read what is paused, offer to pause: that must always be possible.
          <>
            <ActButton act={now?.depositsPaused ? resumeDeposits : pauseDeposits} {...ofNothing} />
            <ActButton act={now?.payoutsPaused ? resumePayouts : pausePayouts} {...ofNothing} />
          </>
        )}
      </div>
      {now && (
        <p className="mt-2 text-sm text-ink2">
          Two people are needed above {fkr(now.takesTwo.above)} each, and above{' '}
          {fkr(now.takesTwo.day)} in 24 hours.
        </p>
      )}
      {now?.payoutsPaused && <p className="mt-2 text-pending">Paused: no payout is signed.</p>}
      {now?.depositsPaused && (
        <p className="mt-2 text-pending">Paused: no deposit is taken or credited.</p>
      )}
      {duties.includes('rule') && <Pending of={{ act: 'changePayoutLimits' }} />}
      <Loaded query={page}>
        {({ payouts, next }) => (
          <>
            {payouts.length === 0 && (
              <Card className="mt-5 px-4 py-4 text-ink2">
                {cursor === undefined ? 'No payout waits.' : 'Nothing later waits.'}
              </Card>
            )}
            {payouts.map((payout) => (
              <PayoutCard key={payout.transaction} payout={payout} mayPay={mayPay} />
            ))}
            <NextPage next={next} keep={{}} name="after">
              The next ones
            </NextPage>
          </>
        )}
      </Loaded>
    </>
  )
}

function PayoutCard({ payout, mayPay }: { payout: Payout; mayPay: boolean }) {
  const { transaction, player, heldBy } = payout
  const asking = {
    about: `${fkr(payout.amount)} to ${player}`,
    id: transaction,
    fields: <Which payout={payout} />,
    inputOf: (reason: string) => ({ transaction, reason }),
  }
  // Offer no button that would be refused: the reason is shown below.
  const mayRefuse = mayPay && (heldBy === null || heldBy === 'accountFrozen')
  const mayRelease = mayPay && heldBy === null && !(payout.takesTwo && payout.proposer !== null)
  return (
    <Card className="mt-4 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-amount">{fkr(payout.amount)}</h2>
        <Tag tone="pending">{operationReason(payout.why ?? 'review')}</Tag>
        {payout.proposer === null ? (
          payout.takesTwo && <Tag tone="info">takes two people</Tag>
        ) : (
          <DeskLink to="/proposals">{payout.proposer} proposed to release it</DeskLink>
        )}
        {payout.frozen && <Tag tone="loss">frozen</Tag>}
        <WhoLink who={payout} className="min-w-0 wrap-anywhere" />
        <span className="ml-auto flex flex-wrap justify-end gap-2">
          {mayRefuse && <ActButton act={refusePayout} {...asking} />}
          {mayRelease && <ActButton act={releasePayout} look="glaze" {...asking} />}
        </span>
      </div>
      {heldBy && <p className="mt-2 max-w-[48rem] text-sm text-pending">{holds[heldBy]}</p>}
      <Grounds payout={payout} />
    </Card>
  )
}

/**
 * Which payout a dialog is about: cards move up as colleagues decide others, and a player may ask
 * for the same amount twice.
 */
const Which = ({ payout: { address, linkedAt, at } }: { payout: Payout }) => (
  <div className="mt-3">
    <Facts
      facts={[
        ['Address', address],
        ['Linked since', when(linkedAt)],
        ['Asked for', when(at)],
      ]}
    />
  </div>
)

/** What a decision needs to know. */
const Grounds = ({ payout }: { payout: Payout }) => (
  <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] gap-x-10 gap-y-4">
    <Reasons
      title="Where the money is from"
      facts={[
        ['Own money in it', fkr(payout.ownPart)],
        ['Deposited in all', fkr(payout.deposited)],
        ['Staked in all', fkr(payout.staked)],
        ['Lost in all (less won)', fkr(payout.lost)],
        ['Left in the wallets', fkr(payout.left)],
      ]}
    />
    <Reasons
      title="Who asks"
      facts={[
        ['Asked for', when(payout.at)],
        ['Paid before', `${timesText(payout.paidBefore)}, ${fkr(payout.paidSum)}`],
        ['Accounts of this person', String(Math.max(1, payout.accountsOfPerson))],
        ['Others in the same browser', <Others key="browser" players={payout.onBrowser} />],
        ['Others with the same address', <Others key="address" players={payout.onAddress} />],
      ]}
    />
    <Reasons
      title="Where it goes"
      facts={[
        ['Arrives, less the fee', fkr(subtract(payout.amount, payout.fee))],
        ['Address', payout.address],
        ['Linked since', when(payout.linkedAt)],
        ['Doubted or unlinked since', when(payout.disownedAt)],
      ]}
    />
  </div>
)

const timesText = (times: number): string => (times === 1 ? 'once' : `${times} times`)

/** How many accounts are listed at most. The server counts up to 101. */
const mostOthers = 10

/** Accounts that share something with the one that asks: how many, and the first of them. */
function Others({ players }: { players: readonly number[] }) {
  if (players.length === 0) return 'none'
  return (
    <>
      {players.length > 100 ? 'more than 100' : players.length}:{' '}
      <span className="inline-flex flex-wrap justify-end gap-x-2">
        {players.slice(0, mostOthers).map((player) => (
          <PlayerLink key={player} player={player} />
        ))}
        {players.length > mostOthers && '…'}
      </span>
    </>
  )
}

interface ReasonsProps {
  title: string
  facts: readonly (readonly [string, ReactNode])[]
}

/** Facts that answer one question, line by line. */
const Reasons = ({ title, facts }: ReasonsProps) => (
  <section>
    <h3 className="text-row">{title}</h3>
    <dl className="mt-1.5 divide-y divide-line">
      {facts.map(([name, value]) => (
        <KeyValue key={name} label={name} className="flex-wrap gap-y-0 py-1">
          <span className="wrap-anywhere">{value}</span>
        </KeyValue>
      ))}
    </dl>
  </section>
)
