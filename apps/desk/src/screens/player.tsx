import {
  type Duty,
  wallets as fourWallets,
  type PlayerSheet,
  readPlayer,
  walletNames,
} from '@pipkin/contract/desk'
import { useParams } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { Tag } from '../../../web/src/ui/tag.tsx'
import { useCall } from '../call.ts'
import { Facts, fkr, when } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Pending } from '../parts/pending.tsx'
import { PlayerLink } from '../parts/player-link.tsx'
import { Sums } from '../parts/sums.tsx'
import { whoText } from '../parts/who.tsx'
import { PlayerActs } from './player-acts.tsx'
import { PlayerLists } from './player-lists.tsx'
import { PlayerRounds } from './player-rounds.tsx'
import { PlayerSafer } from './player-safety.tsx'

/** A player's page. */
export function Player({ duties }: { duties: readonly Duty[] }) {
  const player = Number(useParams().player)
  const sheet = useCall(readPlayer, { player }, 15_000)
  return (
    <Loaded query={sheet} heading={`Player ${player}`}>
      {(sheet) => <Sheet sheet={sheet} duties={duties} />}
    </Loaded>
  )
}

function Sheet({ sheet, duties }: { sheet: PlayerSheet; duties: readonly Duty[] }) {
  const { player, wallets } = sheet
  const who = whoText(sheet)
  const others = sheet.otherAccounts.map((account) => (
    <span key={account} className="mr-2">
      <PlayerLink player={account} />
    </span>
  ))
  const referrer = sheet.referrer === null ? '–' : <PlayerLink player={sheet.referrer} />
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Heading name={who} />
        {sheet.frozenFrom && <Tag tone="loss">frozen</Tag>}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-3">
          <PlayerActs sheet={sheet} who={who} duties={duties} />
        </div>
      </div>
      <div className="mb-4 empty:hidden">
        <Pending of={{ about: String(player) }} />
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
      <PlayerLists sheet={sheet} />
    </>
  )
}
