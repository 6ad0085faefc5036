import type { Fairness } from '@pipkin/contract'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { useState } from 'react'
import { dayText } from '../../browser/dates.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { MoreRows, type MoreRowsProps } from '../../ui/more-rows.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { shortId } from '../../ui/short-id.ts'
import { TextButton } from '../../ui/text-button.tsx'
import { isSeedOf } from './epoch-check.ts'

type Epoch = Fairness['ended'][number]

const shownAtFirst = 3

/**
 * Seeds that are revealed, each recomputed here to the commitment that was shown before. The newest
 * first: `epochs` are those of the `count` that have been read, `rest` reads on.
 */
export function EndedEpochs({
  epochs,
  count,
  rest,
}: {
  epochs: readonly Epoch[]
  count: number
  rest: MoreRowsProps
}) {
  const [all, setAll] = useState(false)
  if (epochs.length === 0) return null
  return (
    // Keeps the focus of Show all, which goes.
    <section tabIndex={-1} className="outline-none">
      <SectionHead
        title="Ended epochs"
        className="mt-5 mb-2"
        end={
          !all &&
          epochs.length > shownAtFirst && (
            <TextButton className="-my-3" onClick={() => setAll(true)}>
              Show all {count}
            </TextButton>
          )
        }
      />
      <List label="Ended epochs">
        {epochs.slice(0, all ? undefined : shownAtFirst).map((epoch) => (
          <EpochRow key={epoch.epoch} {...epoch} />
        ))}
      </List>
      {all && <MoreRows {...rest} />}
    </section>
  )
}

function EpochRow({ epoch, commitment, seed, rounds, voided }: Epoch) {
  const title = `Epoch ${epoch}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`
  if (seed === null)
    return (
      <ListRow
        start={
          <IconTile round>
            <Clock size={20} />
          </IconTile>
        }
        title={title}
        note="Its seed is revealed when its last open round has ended."
      />
    )
  const holds = isSeedOf(seed, commitment)
  return (
    <ListRow
      start={
        <IconTile round tone={holds ? 'win' : 'loss'}>
          {holds ? <CircleCheck size={20} /> : <CircleAlert size={20} />}
        </IconTile>
      }
      title={title}
      note={
        holds ? (
          <>
            {voided &&
              `Voided on ${dayText(new Date(voided.at))}, when the house restored a backup. `}
            Seed {shortId(seed, 10, 8)} gives its commitment {shortId(commitment)}.
          </>
        ) : (
          <span className="text-loss">
            Seed {shortId(seed, 10, 8)} does not give its commitment {shortId(commitment)}.
          </span>
        )
      }
      end={<CopyButton label={`Copy the seed of epoch ${epoch}`} text={seed} className="-mr-2" />}
    />
  )
}
