import {
  actName,
  wallets as fourWallets,
  operationReason,
  type PlayerSheet,
  playerSheetRows,
  walletNames,
} from '@pipkin/contract/desk'
import { type Money, signedMoneyText } from '@pipkin/money'
import { DeskLink } from '../parts/desk-link.tsx'
import { fkr, when } from '../parts/facts.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { nameColumn, playerColumn } from '../parts/who.tsx'
import { sharesText } from './shared-things.ts'
import { withBalances } from './with-balances.ts'

/** The lists of a player's page: money, wallets, friends, sessions, cases, acts. */
export const PlayerLists = ({ sheet }: { sheet: PlayerSheet }) => (
  <>
    <Table
      name="Movements"
      rows={withBalances(sheet)}
      keyOf={({ id }) => id}
      empty="No money has moved."
      most={playerSheetRows.movements}
      columns={movementColumns}
    />
    <Table
      name="Deposits and withdrawals"
      rows={sheet.operations}
      keyOf={({ transaction }) => transaction}
      empty="There are none."
      most={playerSheetRows.operations}
      columns={operationColumns}
    />
    <Table
      name="Linked wallets"
      rows={sheet.addresses}
      keyOf={({ address }) => address}
      empty="None was linked."
      columns={addressColumns}
    />
    <Table
      name="Friends"
      rows={sheet.friends}
      keyOf={({ player }) => player}
      empty="The player has brought nobody."
      most={playerSheetRows.friends}
      columns={friendColumns}
    />
    {sheet.friends.length > 0 && (
      <DeskLink to={`/referral/rings/${sheet.player}`} className="mt-2 inline-block">
        What the friends share
      </DeskLink>
    )}
    <Table
      name="Sessions"
      rows={sheet.sessions}
      keyOf={({ createdAt, network }) => `${createdAt.getTime()} ${network}`}
      empty="No open sessions."
      columns={sessionColumns}
    />
    <Table
      name="Cases"
      rows={sheet.cases}
      keyOf={(row) => row.case}
      empty="The player has reported nothing."
      columns={caseColumns}
    />
    <Table
      name="Acts"
      rows={sheet.acts}
      keyOf={({ n }) => n}
      empty="No operator has done anything here."
      most={playerSheetRows.acts}
      columns={actColumns}
    />
  </>
)

type Movement = PlayerSheet['movements'][number] & { readonly after: Money | null }

const movementColumns: readonly Column<Movement>[] = [
  { head: 'When', text: ({ at }) => when(at) },
  { head: 'What', text: ({ kind }) => kind.replaceAll('_', ' ') },
  ...fourWallets.map(
    (wallet): Column<Movement> => ({
      head: walletNames[wallet],
      text: (row) => (row[wallet] === 0n ? '–' : signedMoneyText(row[wallet])),
      right: true,
    }),
  ),
  {
    head: 'Balance after',
    text: ({ after }) => (after === null ? '–' : fkr(after)),
    right: true,
  },
]

const operationColumns: readonly Column<PlayerSheet['operations'][number]>[] = [
  { head: 'When', text: ({ at }) => when(at) },
  { head: 'What', text: ({ kind }) => kind.replaceAll('_', ' ') },
  {
    head: 'State',
    text: ({ state, reason }) => (reason ? `${state}: ${operationReason(reason)}` : state),
  },
  { head: 'Amount', text: ({ amount }) => fkr(amount), right: true },
  { head: 'Id', text: ({ transaction }) => transaction },
]

const addressColumns: readonly Column<PlayerSheet['addresses'][number]>[] = [
  { head: 'Address', text: ({ address }) => address },
  { head: 'Linked', text: ({ linkedAt }) => when(linkedAt) },
  { head: 'Unlinked', text: ({ unlinkedAt }) => when(unlinkedAt) },
  { head: 'Doubted', text: ({ doubtedAt }) => when(doubtedAt) },
]

const friendColumns: readonly Column<PlayerSheet['friends'][number]>[] = [
  playerColumn,
  nameColumn,
  { head: 'Signed in', text: ({ signedInAt }) => when(signedInAt) },
  { head: 'Shares', text: ({ shares }) => sharesText(shares) },
  { head: 'Rewards', text: ({ decision }) => decision ?? 'not decided' },
]

const sessionColumns: readonly Column<PlayerSheet['sessions'][number]>[] = [
  { head: 'Browser', text: ({ device }) => device },
  { head: 'Network', text: ({ network }) => network },
  { head: 'Since', text: ({ createdAt }) => when(createdAt) },
  { head: 'Seen', text: ({ lastSeenAt }) => when(lastSeenAt) },
]

const caseColumns: readonly Column<PlayerSheet['cases'][number]>[] = [
  {
    head: 'Case',
    text: (row) => String(row.case),
    show: (row) => <DeskLink to={`/cases/${row.case}`}>{row.case}</DeskLink>,
  },
  { head: 'When', text: ({ at }) => when(at) },
  { head: 'About', text: ({ event, hash }) => (event ? `${event} ${hash}` : 'words') },
  {
    head: 'Amount',
    text: ({ amount }) => (amount === null ? '–' : fkr(amount)),
    right: true,
  },
  { head: 'State', text: ({ state }) => state },
]

const actColumns: readonly Column<PlayerSheet['acts'][number]>[] = [
  { head: 'When', text: ({ at }) => when(at) },
  { head: 'Who', text: ({ operator }) => operator },
  { head: 'What', text: ({ act }) => actName(act) },
  { head: 'Why', text: ({ reason }) => reason },
]
