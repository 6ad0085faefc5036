import {
  actName,
  adjustBalance,
  endSessions,
  wallets as fourWallets,
  freezePlayer,
  type PlayerSheet,
  payoutReason,
  playerSheetRows,
  readPlayer,
  resetFactor,
  showContact,
  unfreezePlayer,
  walletNames,
} from '@pipkin/contract/desk'
import { parseMoney, signedMoneyText, zero } from '@pipkin/money'
import { Link, useParams } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { Field } from '../../../web/src/ui/field.tsx'
import { SelectField } from '../../../web/src/ui/select-field.tsx'
import { Tag } from '../../../web/src/ui/tag.tsx'
import { useCall } from '../call.ts'
import { ActButton } from '../parts/act-button.tsx'
import { Facts, fkr, when } from '../parts/facts.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Pending, useProposed } from '../parts/pending.tsx'
import { PlayerLink } from '../parts/player-link.tsx'
import { Sums } from '../parts/sums.tsx'
import { Table } from '../parts/table.tsx'
import { PlayerRounds } from './player-rounds.tsx'
import { PlayerSafer } from './player-safety.tsx'
import { sharesText } from './shared-things.ts'
import { withBalances } from './with-balances.ts'

/** A player's page. */
export function Player({ duties }: { duties: readonly string[] }) {
  const player = Number(useParams().player)
  const sheet = useCall(readPlayer, { player }, 15_000)
  return <Loaded query={sheet}>{(sheet) => <Sheet sheet={sheet} duties={duties} />}</Loaded>
}

function Sheet({ sheet, duties }: { sheet: PlayerSheet; duties: readonly string[] }) {
  const { player, wallets } = sheet
  const ofReason = (reason: string) => ({ player, reason })
  const about = { about: String(player) }
  const isProposed = useProposed(about)
  const freezing = sheet.frozenByHouse ? unfreezePlayer : freezePlayer
  const who = `${sheet.name || 'closed account'} ${player}`
  const others = sheet.otherAccounts.map((account) => (
    <span key={account} className="mr-2">
      <PlayerLink player={account} />
    </span>
  ))
  const referrer = sheet.referrer === null ? '–' : <PlayerLink player={sheet.referrer} />
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-h1">{who}</h1>
        <span className="mr-auto">{sheet.frozenFrom && <Tag tone="loss">frozen</Tag>}</span>
        <ActButton
          act={showContact}
          about={who}
          inputOf={ofReason}
          after={({ mobile, email }) => (
            <Facts
              facts={[
                ['Phone', mobile ?? '–'],
                ['E-mail', email ?? '–'],
              ]}
            />
          )}
        />
        {duties.includes('answer') && sheet.closedAt === null && (
          <Link to={`/notices?view=draft&to=${player}`} className="text-link underline">
            Write to the player
          </Link>
        )}
        {duties.includes('restrict') && (
          <>
            <ActButton act={endSessions} about={who} inputOf={ofReason} />
            {!isProposed(freezing) && <ActButton act={freezing} about={who} inputOf={ofReason} />}
          </>
        )}
        {duties.includes('rule') && sheet.closedAt === null && (
          <ActButton
            act={adjustBalance}
            about={who}
            fields={<AdjustmentFields />}
            inputOf={(reason, form) => ({
              player,
              wallet: fourWallets.find((wallet) => wallet === form.get('wallet')) ?? 'deposit',
              amount: parseMoney(String(form.get('amount'))) ?? zero,
              note: String(form.get('note')),
              reason,
            })}
          />
        )}
        {duties.includes('rule') &&
          (sheet.hasApp || sheet.passkeys > 0) &&
          !isProposed(resetFactor) && (
            <ActButton act={resetFactor} about={who} inputOf={ofReason} />
          )}
      </div>
      <div className="mb-4 empty:hidden">
        <Pending of={about} />
      </div>
      <Sums
        sums={[
          ...fourWallets.map((wallet) => ({
            name: walletNames[wallet],
            value: fkr(wallets[wallet]),
          })),
          { name: 'Own money', value: fkr(wallets.ownMoney) },
          { name: 'Contributed', value: fkr(wallets.contributed) },
        ]}
      />
      <Card className="mt-3 p-4">
        <Facts
          facts={[
            ['Phone', sheet.mobile ?? '–'],
            ['E-mail', sheet.email ?? '–'],
            ['Since', when(sheet.createdAt)],
            ['Invite code', sheet.inviteCode],
            ['Brought by', referrer],
            ['Other accounts', others.length > 0 ? others : '–'],
            ['Second factors', `${sheet.hasApp ? 'app' : 'no app'}, ${sheet.passkeys} passkeys`],
            ['Frozen since', when(sheet.frozenFrom)],
            ['Ways out held until', when(sheet.heldUntil)],
            ['Closed', when(sheet.closedAt)],
          ]}
        />
      </Card>
      <PlayerSafer player={player} mayRestrict={duties.includes('restrict')} />
      <PlayerRounds player={player} />
      <Lists sheet={sheet} />
    </>
  )
}

const AdjustmentFields = () => (
  <>
    <SelectField
      label="Wallet"
      name="wallet"
      placeholder="Choose"
      dense
      className="mt-3.5"
      defaultValue="deposit"
      options={fourWallets.map((value) => ({ value, label: walletNames[value] }))}
    />
    <Field
      label="Amount (fkr)"
      name="amount"
      inputMode="decimal"
      required
      pattern="-?[0-9]{1,9}(\.[0-9]{1,2})?"
      autoComplete="off"
      hint="With a minus it is taken away: only what is neither locked nor held."
    />
    <Field
      label="Note"
      name="note"
      required
      minLength={3}
      maxLength={200}
      autoComplete="off"
      hint="The player reads it beside the transaction."
    />
  </>
)

function Lists({ sheet }: { sheet: PlayerSheet }) {
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
