import { giveBreak, lowerLimit } from '@pipkin/contract/desk'
import { parseMoney, zero } from '@pipkin/money'
import { Field } from '../../../web/src/ui/field.tsx'
import { SelectField } from '../../../web/src/ui/select-field.tsx'
import { ActButton } from './act-button.tsx'

/* What staff may do to a player's limits and breaks: make them tighter. */

const limits = [
  { value: 'loss day', label: 'Loss in 24 hours' },
  { value: 'loss week', label: 'Loss in 7 days' },
  { value: 'loss month', label: 'Loss in a month' },
  { value: 'deposit day', label: 'Deposits in 24 hours' },
  { value: 'deposit week', label: 'Deposits in 7 days' },
  { value: 'deposit month', label: 'Deposits in a month' },
  { value: 'stake round', label: 'Stake of a round' },
] as const

type Kind = 'loss' | 'deposit' | 'stake'
type Period = 'day' | 'week' | 'month' | null

/** A limit in words. */
export const limitName = ({ kind, period }: { kind: Kind; period: Period }): string =>
  limits.find(({ value }) => value === `${kind} ${period ?? 'round'}`)?.label ?? kind

const whichOf = (name: unknown): { kind: Kind; period: Period } => {
  const [kind, period] = (limits.find(({ value }) => value === name)?.value ?? 'loss day').split(
    ' ',
  )
  return {
    kind: kind === 'deposit' || kind === 'stake' ? kind : 'loss',
    period: period === 'day' || period === 'week' || period === 'month' ? period : null,
  }
}

/** Sets a first or a lower limit. `limit`: which one is offered first. */
export const LowerLimit = ({
  player,
  limit,
}: {
  player: number
  limit?: { kind: Kind; period: Period }
}) => (
  <ActButton
    act={lowerLimit}
    about={`player ${player}`}
    fields={
      <>
        <SelectField
          label="Limit"
          name="limit"
          placeholder="Choose"
          dense
          className="mt-3.5"
          defaultValue={limit ? `${limit.kind} ${limit.period ?? 'round'}` : 'loss day'}
          options={limits}
        />
        <Field
          label="At most (fkr)"
          name="amount"
          inputMode="decimal"
          required
          pattern="[0-9]{1,9}(\.[0-9]{1,2})?"
          autoComplete="off"
          hint="It counts at once. A raise is the player’s own act, and is refused here."
        />
      </>
    }
    inputOf={(reason, form) => ({
      player,
      ...whichOf(form.get('limit')),
      amount: parseMoney(String(form.get('amount'))) ?? zero,
      reason,
    })}
  />
)

const breaks = [
  { value: 'timeout 24h', kind: 'timeout', length: '24h', label: 'A break of 24 hours' },
  { value: 'timeout 7d', kind: 'timeout', length: '7d', label: 'A break of 7 days' },
  { value: 'timeout 30d', kind: 'timeout', length: '30d', label: 'A break of 30 days' },
  { value: 'timeout 6w', kind: 'timeout', length: '6w', label: 'A break of 6 weeks' },
  { value: 'timeout 3m', kind: 'timeout', length: '3m', label: 'A break of 3 months' },
  { value: 'exclusion 6m', kind: 'exclusion', length: '6m', label: 'An exclusion of 6 months' },
  { value: 'exclusion 1y', kind: 'exclusion', length: '1y', label: 'An exclusion of a year' },
  { value: 'exclusion 5y', kind: 'exclusion', length: '5y', label: 'An exclusion of 5 years' },
  { value: 'exclusion ever', kind: 'exclusion', length: 'ever', label: 'An exclusion for ever' },
] as const

/** Begins a break or an exclusion. */
export const GiveBreak = ({ player }: { player: number }) => (
  <ActButton
    act={giveBreak}
    about={`player ${player}`}
    fields={
      <SelectField
        label="Break"
        name="break"
        placeholder="Choose"
        dense
        className="mt-3.5"
        defaultValue="timeout 24h"
        options={breaks}
        hint="It begins at once, and no act makes it shorter. An exclusion ends on a written request."
      />
    }
    inputOf={(reason, form) => {
      const chosen = breaks.find(({ value }) => value === form.get('break')) ?? breaks[0]
      return { player, kind: chosen.kind, length: chosen.length, reason }
    }}
  />
)
