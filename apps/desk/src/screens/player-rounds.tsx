import { listRounds, type PlayerRound } from '@pipkin/contract/desk'
import { signedMoneyText, subtract } from '@pipkin/money'
import { useSearchParams } from 'react-router'
import { everyPage, useCall } from '../call.ts'
import { fkr, when } from '../parts/facts.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { RoundLink } from '../parts/round-link.tsx'
import { Table } from '../parts/table.tsx'
import { NextPage } from '../parts/views.tsx'

/** A player's rounds; each opens as it went, with its proof, on the players' site. */
export function PlayerRounds({ player }: { player: number }) {
  const [address] = useSearchParams()
  const cursor = address.get('rounds') ?? undefined
  const page = useCall(listRounds, { player, cursor, limit: 20 }, 15_000)
  return (
    <Loaded query={page}>
      {({ rounds, next }) => (
        <>
          <Table
            name="Rounds"
            rows={rounds}
            keyOf={({ transaction }) => transaction}
            empty="No round was played."
            all={everyPage(
              listRounds,
              (page) => ({ player, ...page }),
              ({ rounds, next }) => [rounds, next],
            )}
            columns={[
              { head: 'When', text: ({ at }) => when(at) },
              { head: 'Game', text: ({ game }) => game },
              { head: 'Status', text: ({ status }) => status.replace('_', ' ') },
              { head: 'Stake', text: ({ stake }) => fkr(stake), right: true },
              {
                head: 'Return',
                text: ({ payout }) => (payout === null ? '–' : fkr(payout)),
                right: true,
              },
              { head: 'Net', text: netOf, right: true },
              {
                head: 'Round',
                text: ({ transaction }) => transaction,
                show: ({ transaction, replay }) => (
                  <RoundLink replay={replay}>
                    {replay === null ? transaction : 'Replay and proof'}
                  </RoundLink>
                ),
              },
            ]}
          />
          <NextPage next={next} keep={{}} name="rounds">
            Earlier rounds
          </NextPage>
        </>
      )}
    </Loaded>
  )
}

const netOf = ({ stake, payout }: PlayerRound): string =>
  payout === null ? '–' : signedMoneyText(subtract(payout, stake))
