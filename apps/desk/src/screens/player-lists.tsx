import {
  actName,
  wallets as fourWallets,
  type PlayerSheet,
  payoutReason,
  playerSheetRows,
  walletNames,
} from '@pipkin/contract/desk'
import { signedMoneyText } from '@pipkin/money'
import { Link } from 'react-router'
import { fkr, when } from '../parts/facts.tsx'
import { PlayerLink } from '../parts/player-link.tsx'
import { Table } from '../parts/table.tsx'
import { sharesText } from './shared-things.ts'
import { withBalances } from './with-balances.ts'

/** The lists of a player's page: money, wallets, friends, sessions, cases, acts. */
export function PlayerLists({ sheet }: { sheet: PlayerSheet }) {
  return (
    <>
      <Table
        name="Movements"
        rows={withBalances(sheet)}
        keyOf={({ id }) => id}
        empty="No money has moved."
        most={playerSheetRows.movements}
        columns={[
          { head: 'When', text: ({ at }) => when(at) },
          { head: 'What', text: ({ kind }) => kind.replaceAll('_', ' ') },
          ...fourWallets.map((wallet) => ({
            head: walletNames[wallet],
            text: (row: PlayerSheet['movements'][number]) =>
              row[wallet] === 0n ? '–' : signedMoneyText(row[wallet]),
            right: true as const,
          })),
          {
            head: 'Balance after',
            text: ({ after }) => (after === null ? '–' : fkr(after)),
            right: true,
          },
        ]}
      />
      <Table
        name="Deposits and withdrawals"
        rows={sheet.operations}
        keyOf={({ transaction }) => transaction}
        empty="There are none."
        most={playerSheetRows.operations}
        columns={[
          { head: 'When', text: ({ at }) => when(at) },
          { head: 'What', text: ({ kind }) => kind.replaceAll('_', ' ') },
          {
            head: 'State',
            text: ({ state, reason }) => (reason ? `${state}: ${payoutReason(reason)}` : state),
          },
          { head: 'Amount', text: ({ amount }) => fkr(amount), right: true },
          { head: 'Id', text: ({ transaction }) => transaction },
        ]}
      />
      <Table
        name="Linked wallets"
        rows={sheet.addresses}
        keyOf={({ address }) => address}
        empty="None was linked."
        columns={[
          { head: 'Address', text: ({ address }) => address },
          { head: 'Linked', text: ({ linkedAt }) => when(linkedAt) },
          { head: 'Unlinked', text: ({ unlinkedAt }) => when(unlinkedAt) },
          { head: 'Doubted', text: ({ doubtedAt }) => when(doubtedAt) },
        ]}
      />
      <Table
        name="Friends"
        rows={sheet.friends}
        keyOf={(row) => row.player}
        empty="The player has brought nobody."
        most={playerSheetRows.friends}
        columns={[
          {
            head: 'Player',
            text: (row) => String(row.player),
            show: (row) => <PlayerLink player={row.player} />,
          },
          { head: 'Name', text: ({ name }) => name },
          { head: 'Signed in', text: ({ signedInAt }) => when(signedInAt) },
          { head: 'Shares', text: ({ shares }) => sharesText(shares) },
          { head: 'Rewards', text: ({ decision }) => decision ?? 'not decided' },
        ]}
      />
      {sheet.friends.length > 0 && (
        <Link
          to={`/referral/rings/${sheet.player}`}
          className="mt-2 inline-block text-link underline"
        >
          What the friends share
        </Link>
      )}
      <Table
        name="Sessions"
        rows={sheet.sessions}
        keyOf={({ createdAt, network }) => `${createdAt.getTime()} ${network}`}
        empty="No open sessions."
        columns={[
          { head: 'Browser', text: ({ device }) => device },
          { head: 'Network', text: ({ network }) => network },
          { head: 'Since', text: ({ createdAt }) => when(createdAt) },
          { head: 'Seen', text: ({ lastSeenAt }) => when(lastSeenAt) },
        ]}
      />
      <Table
        name="Cases"
        rows={sheet.cases}
        keyOf={(row) => row.case}
        empty="The player has reported nothing."
        columns={[
          {
            head: 'Case',
            text: (row) => String(row.case),
            show: (row) => (
              <Link to={`/cases/${row.case}`} className="text-link underline">
                {row.case}
              </Link>
            ),
          },
          { head: 'When', text: ({ at }) => when(at) },
          { head: 'About', text: ({ event, hash }) => (event ? `${event} ${hash}` : 'words') },
          {
            head: 'Amount',
            text: ({ amount }) => (amount === null ? '–' : fkr(amount)),
            right: true,
          },
          { head: 'State', text: ({ state }) => state },
        ]}
      />
      <Table
        name="Acts"
        rows={sheet.acts}
        keyOf={({ n }) => n}
        empty="No operator has done anything here."
        most={playerSheetRows.acts}
        columns={[
          { head: 'When', text: ({ at }) => when(at) },
          { head: 'Who', text: ({ operator }) => operator },
          { head: 'What', text: ({ act }) => actName(act) },
          { head: 'Why', text: ({ reason }) => reason },
        ]}
      />
    </>
  )
}
