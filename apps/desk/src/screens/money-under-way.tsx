import {
  explainTransfer,
  listUnderWay,
  listUnmatched,
  operationKinds,
  refusePayout,
  type UnderWay,
  type UnmatchedTransfer,
} from '@pipkin/contract/desk'
import { useSearchParams } from 'react-router'
import { SelectField } from '../../../web/src/ui/select-field.tsx'
import { useCall } from '../call.ts'
import { ActButton } from '../parts/act-button.tsx'
import { Facts, fkr, when } from '../parts/facts.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { type ButtonColumn, type Column, Table } from '../parts/table.tsx'
import { idColumn, playerColumn } from '../parts/who.tsx'

const wayNames = { deposit: 'Deposits under way', withdrawal: 'Withdrawals under way' } as const

/** Deposits and withdrawals that have not ended. What no worker has signed can be given back. */
export function WaysOfMoney({ mayPay }: { mayPay: boolean }) {
  const [address, setAddress] = useSearchParams()
  const kind = operationKinds.find((kind) => kind === address.get('kind')) ?? 'withdrawal'
  const mayGiveBack = mayPay && kind === 'withdrawal'
  return (
    <>
      <SelectField
        label="What is under way"
        placeholder="Choose"
        dense
        className="mt-4 w-80 max-w-full"
        value={kind}
        onChange={({ currentTarget }) => setAddress({ view: 'way', kind: currentTarget.value })}
        options={operationKinds.map((value) => ({ value, label: wayNames[value] }))}
      />
      <PagedTable
        call={listUnderWay}
        inputOf={(page) => ({ kind, ...page })}
        pageOf={({ operations, next }) => [operations, next]}
        cursor="after"
        keep={{ view: 'way', kind }}
        more="Later ones"
        name={wayNames[kind]}
        keyOf={({ transaction }) => transaction}
        empty="None is under way."
        columns={mayGiveBack ? [...underWayColumns, giveBack] : underWayColumns}
      />
    </>
  )
}

const underWayColumns: readonly Column<UnderWay>[] = [
  { head: 'Since', text: ({ at }) => when(at) },
  playerColumn,
  { head: 'Amount', text: ({ amount }) => fkr(amount), right: true },
  { head: 'Fee', text: ({ fee }) => (fee === 0n ? '–' : fkr(fee)), right: true },
  { head: 'State', text: ({ state }) => state },
  {
    head: 'Address',
    text: ({ address }) => address,
    show: ({ address }) => <span className="wrap-anywhere">{address}</span>,
  },
  { head: 'Transaction id', text: ({ transaction }) => transaction },
]

/**
 * Gives back a withdrawal that no worker has signed, should no worker come back. Those in review
 * are decided under Payouts, with what a decision needs.
 */
const giveBack: ButtonColumn<UnderWay> = {
  head: 'Decide',
  show: ({ state, player, amount, address, at, transaction }) =>
    state === 'requested' && (
      <ActButton
        act={refusePayout}
        about={`${fkr(amount)} to ${player}`}
        id={transaction}
        fields={
          <div className="mt-3">
            <Facts
              facts={[
                ['Address', address],
                ['Since', when(at)],
              ]}
            />
          </div>
        }
        inputOf={(reason) => ({ transaction, reason })}
      />
    ),
}

/** Transfers to and from the house that belong to no deposit or withdrawal. */
export function Unmatched({ mayPay }: { mayPay: boolean }) {
  const transfers = useCall(listUnmatched, undefined, 30_000)
  const explain: ButtonColumn<UnmatchedTransfer> = {
    head: 'Decide',
    show: ({ hash, amount, sender, receiver }) => (
      <ActButton
        act={explainTransfer}
        about={fkr(amount)}
        id={hash}
        fields={
          <div className="mt-3">
            <Facts
              facts={[
                ['From', sender],
                ['To', receiver],
                ['Chain transaction', hash],
              ]}
            />
          </div>
        }
        inputOf={(reason) => ({ hash, reason })}
      />
    ),
  }
  return (
    <Loaded query={transfers}>
      {(rows) => (
        <Table
          name="Unmatched transfers"
          rows={rows}
          keyOf={({ hash, sender, receiver, amount }) => `${hash} ${sender} ${receiver} ${amount}`}
          empty="Each transfer of the house belongs to a deposit or a withdrawal, or is explained."
          columns={mayPay ? [...transferColumns, explain] : transferColumns}
        />
      )}
    </Loaded>
  )
}

const transferColumns: readonly Column<UnmatchedTransfer>[] = [
  { head: 'Block', text: ({ block }) => String(block), right: true },
  { head: 'Amount', text: ({ amount }) => fkr(amount), right: true },
  idColumn('Player', ({ player }) => player),
  ...(['sender', 'receiver', 'hash'] as const).map(
    (what): Column<UnmatchedTransfer> => ({
      head: { sender: 'From', receiver: 'To', hash: 'Chain transaction' }[what],
      text: (row) => row[what],
      show: (row) => <span className="wrap-anywhere">{row[what]}</span>,
    }),
  ),
]
