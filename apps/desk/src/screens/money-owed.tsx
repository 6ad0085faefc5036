import { isNextLate } from '@pipkin/contract'
import { listSnapshots, readNow, type Snapshot } from '@pipkin/contract/desk'
import { subtract } from '@pipkin/money'
import { useSearchParams } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { everyPage, serverTime, useCall } from '../call.ts'
import { Facts, fkr, when } from '../parts/facts.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Plot } from '../parts/plot.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { NextPage } from '../parts/views.tsx'

/** What is owed and held, now and at each snapshot. */
export function Owed() {
  const [address] = useSearchParams()
  const before = address.get('before') ?? undefined
  const page = useCall(listSnapshots, { cursor: before, limit: 60 })
  const now = useCall(readNow, undefined, 10_000)
  return (
    <>
      <Loaded query={now}>
        {({ owed, house }) => (
          <Card className="mt-4 p-4">
            <Facts
              facts={[
                ['Owed to players now', fkr(owed)],
                ['Held on the chain now', house ? fkr(house.held) : 'not seen yet'],
                ['Held less owed', house ? fkr(subtract(house.held, owed)) : '–'],
              ]}
            />
          </Card>
        )}
      </Loaded>
      <Loaded query={page}>
        {({ snapshots, next }) => (
          <>
            {snapshots.length > 1 && (
              <Plot
                title="Owed and held, snapshot by snapshot"
                as="lines"
                places={snapshots.map(({ takenAt }) => when(takenAt)).toReversed()}
                series={[
                  { name: 'owed', amounts: snapshots.map(({ owed }) => owed).toReversed() },
                  { name: 'held', amounts: snapshots.map(({ held }) => held).toReversed() },
                ]}
              />
            )}
            {before === undefined &&
              snapshots[0] &&
              isNextLate(snapshots[0].takenAt, serverTime()) && (
                <p className="mt-4 text-sm text-pending">
                  One is due each day: the next is late. The worker takes it once it runs and the
                  chain is read.
                </p>
              )}
            <Table
              name="Snapshots"
              rows={snapshots}
              keyOf={({ snapshot }) => snapshot}
              empty="No snapshot was taken yet: the worker takes one a day."
              columns={snapshotColumns}
              all={everyPage(
                listSnapshots,
                (page) => page,
                ({ snapshots, next }) => [snapshots, next],
              )}
            />
            <NextPage next={next} keep={{ view: 'owed' }} name="before">
              Earlier ones
            </NextPage>
          </>
        )}
      </Loaded>
    </>
  )
}

export const snapshotColumns: readonly Column<Snapshot>[] = [
  { head: 'Taken', text: ({ takenAt }) => when(takenAt) },
  { head: 'Players', text: ({ players }) => String(players), right: true },
  { head: 'Owed', text: ({ owed }) => fkr(owed), right: true },
  { head: 'Held', text: ({ held }) => fkr(held), right: true },
  { head: 'Held less owed', text: ({ held, owed }) => fkr(subtract(held, owed)), right: true },
]
