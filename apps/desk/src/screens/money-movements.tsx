import {
  type HouseMovement,
  type ListedKind,
  listedKinds,
  listMovements,
} from '@pipkin/contract/desk'
import { add } from '@pipkin/money'
import { useSearchParams } from 'react-router'
import { SelectField } from '../../../web/src/ui/select-field.tsx'
import { everyPage, useCall } from '../call.ts'
import { DeskLink } from '../parts/desk-link.tsx'
import { fkr, when } from '../parts/facts.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { NextPage } from '../parts/views.tsx'
import { idColumn, nameColumn, playerColumn } from '../parts/who.tsx'
import { shownStart } from './money-periods.tsx'

const kindNames: Readonly<Record<ListedKind, string>> = {
  deposit: 'Deposits credited',
  withdraw: 'Withdrawals asked for',
  withdraw_paid: 'Withdrawals paid',
  withdraw_refund: 'Withdrawals given back',
  send: 'Sends',
  received: 'Received by sends',
  winning_transfer: 'Moved from Win to Deposit',
  referral_transfer: 'Moved from Referral to Deposit',
  referral_earning: 'Rewards to referrers',
  bonus: 'Rewards to friends',
  adjustment: 'Adjustments',
  fees: 'Fees of sends and withdrawals',
  rewards: 'Rewards to friends and referrers',
}

/** Movements of one kind and period. */
export function Movements() {
  const [address, setAddress] = useSearchParams()
  const kind = listedKinds.find((kind) => kind === address.get('kind')) ?? 'deposit'
  const start = address.get('start') ?? undefined
  const by = address.get('by') === 'month' ? 'month' : 'day'
  const asked = { kind, ...(start && ({ by, start } as const)) }
  const page = useCall(listMovements, {
    ...asked,
    cursor: address.get('before') ?? undefined,
    limit: 50,
  })
  const keep = { view: 'movements', ...asked }
  return (
    <>
      <div className="mt-4 flex flex-wrap items-end gap-4">
        <SelectField
          label="What has moved"
          placeholder="Choose"
          dense
          className="w-80 max-w-full"
          value={kind}
          onChange={({ currentTarget }) => setAddress({ ...keep, kind: currentTarget.value })}
          options={listedKinds.map((value) => ({ value, label: kindNames[value] }))}
        />
        {start && (
          <p className="pb-3.5 text-sm">
            {by === 'day' ? 'On' : 'In'} {shownStart(by, start)} (UTC).{' '}
            <DeskLink to={`?${new URLSearchParams({ view: 'movements', kind })}`}>
              Of all time
            </DeskLink>
          </p>
        )}
      </div>
      <Loaded query={page}>
        {({ movements, next }) => (
          <>
            <Table
              name={kindNames[kind]}
              rows={movements}
              keyOf={({ id, player }) => `${id} ${player}`}
              empty="There are none."
              columns={movementColumns}
              all={everyPage(
                listMovements,
                (page) => ({ ...asked, ...page }),
                ({ movements, next }) => [movements, next],
              )}
            />
            {movements.length > 0 && (
              <p className="mt-2 text-sm text-ink2">
                On this page{' '}
                {/* A send takes from a wallet, a payment gives: their sum means nothing. */}
                {kind !== 'fees' &&
                  `${fkr(add(...movements.map(({ amount }) => amount)))} in all, with `}
                fees of {fkr(add(...movements.map(({ fee }) => fee)))}.
              </p>
            )}
            <NextPage next={next} keep={keep} name="before">
              Earlier ones
            </NextPage>
          </>
        )}
      </Loaded>
    </>
  )
}

const movementColumns: readonly Column<HouseMovement>[] = [
  { head: 'When', text: ({ at }) => when(at) },
  playerColumn,
  nameColumn,
  idColumn('Other player', ({ other }) => other),
  { head: 'Amount', text: ({ amount }) => fkr(amount), right: true },
  { head: 'Fee', text: ({ fee }) => (fee === 0n ? '–' : fkr(fee)), right: true },
  { head: 'Deposit or withdrawal', text: ({ transaction }) => transaction ?? '–' },
]
