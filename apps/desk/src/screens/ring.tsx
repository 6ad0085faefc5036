import {
  actNames,
  type Duty,
  freezePlayer,
  type RingMember,
  type RingSums,
  readRing,
  refuseRewards,
} from '@pipkin/contract/desk'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { Tag } from '../../../web/src/ui/tag.tsx'
import { call, NotDone, useCall } from '../call.ts'
import { ReasonButton } from '../parts/act-button.tsx'
import { DeskLink } from '../parts/desk-link.tsx'
import { Facts, fkr, when } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PlayerLink } from '../parts/player-link.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { nameColumn, playerColumn, WhoName, whoText } from '../parts/who.tsx'
import { sharesText } from './shared-things.ts'

/** A ring of friends: who belongs to it, what they share, and what is done about it. */
export function Ring({ duties }: { duties: readonly Duty[] }) {
  const player = Number(useParams().player)
  const ring = useCall(readRing, { player }, 30_000)
  return (
    <>
      <DeskLink to="/referral?view=rings" className="text-sm">
        All rings
      </DeskLink>
      <Loaded query={ring} heading={`Ring of ${player}`}>
        {({ members, sums, ties }) => (
          <>
            <Members key={player} members={members} sums={sums} duties={duties} />
            <Table
              name="What they share"
              rows={ties}
              keyOf={({ how, what }) => `${how} ${what}`}
              empty="What they shared was forgotten: a network is kept for 90 days."
              columns={[
                { head: 'The same', text: ({ how }) => how },
                {
                  head: 'Which',
                  text: ({ what }) => what,
                  show: ({ what }) => <span className="wrap-anywhere">{what}</span>,
                },
                { head: 'Players', text: ({ players }) => String(players.length), right: true },
                {
                  head: 'Who',
                  text: ({ players }) => players.join(' '),
                  show: ({ players }) => (
                    <span className="flex flex-wrap gap-x-3">
                      {players.map((one) => (
                        <PlayerLink key={one} player={one} />
                      ))}
                    </span>
                  ),
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </>
  )
}

function Members({
  members,
  sums,
  duties,
}: {
  members: readonly RingMember[]
  sums: RingSums
  duties: readonly Duty[]
}) {
  const referrer = members.find(({ isFriend }) => !isFriend)
  const { left, turn } = useLeft()
  const chosen = members.filter(({ player }) => !left.has(player))
  const rewarded = chosen.filter(
    ({ isFriend, locked, decision }) => isFriend && locked > 0n && decision !== 'refused',
  )
  const open = chosen.filter(({ byHouse, closed }) => !byHouse && !closed)
  const about = `ring of ${referrer?.player}`
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Heading name={`Ring of ${referrer ? whoText(referrer) : ''}`} className="mr-auto" />
        {duties.includes('pay') && rewarded.length > 0 && (
          <ReasonButton
            label={`${actNames.refuseRewards} (${rewarded.length})`}
            about={about}
            fields={<Each of={rewarded} />}
            run={(reason) =>
              oneByOne(rewarded, (player) => call(refuseRewards, { player, reason }))
            }
          />
        )}
        {duties.includes('restrict') && open.length > 0 && (
          <ReasonButton
            label={`${actNames.freezePlayer} (${open.length})`}
            about={about}
            fields={<Each of={open} />}
            run={(reason) => oneByOne(open, (player) => call(freezePlayer, { player, reason }))}
          />
        )}
      </div>
      <Sums of={members} sums={sums} />
      <Table
        name="Who belongs to it"
        rows={members}
        keyOf={({ player }) => player}
        empty="No friend of this player shares anything."
        columns={[
          {
            head: 'Include',
            show: ({ player }) => (
              <input
                type="checkbox"
                aria-label={`Player ${player}`}
                checked={!left.has(player)}
                onChange={() => turn(player)}
                className="size-5 align-middle accent-[var(--glaze)]"
              />
            ),
          },
          ...memberColumns,
        ]}
      />
    </>
  )
}

/** Whom an act is about, in its dialog: the page behind it may have changed by then. */
const Each = ({ of }: { of: readonly RingMember[] }) => (
  <ul className="my-3 list-disc pl-5 wrap-anywhere">
    {of.map((member) => (
      <li key={member.player}>
        <WhoName who={member} />
      </li>
    ))}
  </ul>
)

/** The players who are left out of the next act, and what leaves one out or takes it in again. */
function useLeft() {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const turn = (player: number) => {
    const next = new Set(left)
    if (!next.delete(player)) next.add(player)
    setLeft(next)
  }
  return { left, turn }
}

/** What the friends brought and got in all, also those who aren't listed. */
function Sums({ of, sums }: { of: readonly RingMember[]; sums: RingSums }) {
  const listed = of.filter(({ isFriend }) => isFriend).length
  return (
    <Card className="mt-4 p-4">
      <Facts
        facts={[
          ['Friends', String(sums.friends)],
          ['Deposited by them in all', fkr(sums.deposited)],
          ['Staked by them in all', fkr(sums.staked)],
          ['Rewards for them, locked', fkr(sums.locked)],
          ['Rewards for them, unlocked', fkr(sums.unlocked)],
          ['In their wallets', fkr(sums.wallets)],
        ]}
      />
      {listed < sums.friends && (
        <p className="mt-3 text-sm text-ink2">
          The sums are of all; listed are the first {listed} to sign in.
        </p>
      )}
    </Card>
  )
}

const memberColumns: readonly Column<RingMember>[] = [
  playerColumn,
  nameColumn,
  {
    head: 'Is',
    text: ({ isFriend }) => (isFriend ? 'friend' : 'referrer'),
  },
  { head: 'Shares', text: ({ shares }) => sharesText(shares) },
  { head: 'Signed in', text: ({ signedInAt }) => when(signedInAt) },
  { head: 'Deposited', text: ({ deposited }) => fkr(deposited), right: true },
  { head: 'Staked', text: ({ staked }) => fkr(staked), right: true },
  { head: 'In the wallets', text: ({ wallets }) => fkr(wallets), right: true },
  { head: 'Rewards locked', text: ({ locked }) => fkr(locked), right: true },
  { head: 'Unlocked', text: ({ unlocked }) => fkr(unlocked), right: true },
  {
    head: 'State',
    text: (member) => statesOf(member).join(', ') || 'open',
    show: (member) => {
      const states = statesOf(member)
      return states.length === 0 ? (
        'open'
      ) : (
        <span className="flex flex-wrap gap-1">
          {states.map((state) => (
            <Tag key={state} tone={state === 'rewards approved' ? 'info' : 'loss'}>
              {state}
            </Tag>
          ))}
        </span>
      )
    },
  },
]

const statesOf = ({ decision, frozen, closed }: RingMember): readonly string[] =>
  [decision && `rewards ${decision}`, frozen && 'frozen', closed && 'closed'].filter(
    (state) => typeof state === 'string',
  )

/**
 * Does an act for one after another: each is an act of its own. What isn't done for one doesn't
 * stop the others. Throws `NotDone` where it was done for no one: the form stays, with its reason.
 */
async function oneByOne(members: readonly RingMember[], act: (player: number) => Promise<unknown>) {
  const notDone: string[] = []
  let last: NotDone | undefined
  for (const { player } of members) {
    try {
      await act(player)
    } catch (error) {
      if (!(error instanceof NotDone)) throw error
      notDone.push(`${player}: ${error.message}`)
      last = error
    }
  }
  if (last && notDone.length === members.length) throw last
  const message = `Done for ${members.length - notDone.length} of ${members.length}.`
  return {
    message,
    more: notDone.length > 0 && (
      <ul className="mt-2 list-disc pl-5">
        {notDone.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    ),
  }
}
