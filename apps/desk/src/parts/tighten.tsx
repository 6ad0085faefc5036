import { giveBreak, lowerLimit, type NearLimit } from '@pipkin/contract/desk'
import { parseMoney, zero } from '@pipkin/money'
import { Field } from '../../../web/src/ui/field.tsx'
import { SelectField } from '../../../web/src/ui/select-field.tsx'
import { ActButton } from './act-button.tsx'
import { amountText } from './amount-input.tsx'

/* What staff may do to a player's limits and breaks: make them tighter. */

const limits = [
  { value: 'loss day', kind: 'loss', period: 'day', label: 'Loss in 24 hours' },
  { value: 'loss week', kind: 'loss', period: 'week', label: 'Loss in 7 days' },
  { value: 'loss month', kind: 'loss', period: 'month', label: 'Loss in a month' },
  { value: 'deposit day', kind: 'deposit', period: 'day', label: 'Deposits in 24 hours' },
  { value: 'deposit week', kind: 'deposit', period: 'week', label: 'Deposits in 7 days' },
  { value: 'deposit month', kind: 'deposit', period: 'month', label: 'Deposits in a month' },
  { value: 'stake', kind: 'stake', period: null, label: 'Stake of a round' },
] as const

/** Which of a player's limits. */
export type WhichLimit = Pick<NearLimit, 'kind' | 'period'>

const rowOf = (which: WhichLimit) =>
  limits.find(({ kind, period }) => kind === which.kind && period === which.period)

/** A limit in words. */
export const limitLabel = (which: WhichLimit): string => rowOf(which)?.label ?? which.kind

/** Sets a first or a lower limit. `limit`: which one is offered first. */
export const LowerLimit = ({
  player,
  limit = limits[0],
}: {
  player: number
  limit?: WhichLimit | undefined
}) => (
  <ActButton
    act={lowerLimit}
    about={`player ${player}`}
    id={`${player} ${rowOf(limit)?.value}`}
    fields={
      <>
        <SelectField
          label="Limit"
          name="limit"
          placeholder="Choose"
          dense
          className="mt-3.5"
          defaultValue={rowOf(limit)?.value}
          options={limits}
        />
        <Field
          label="At most (fkr)"
          name="amount"
          {...amountText}
          required
          hint="It counts at once. A raise is the player’s own act, and is refused here."
        />
      </>
    }
    inputOf={(reason, form) => {
      const { kind, period } = limits.find(({ value }) => value === form.get('limit')) ?? limits[0]
      const amount = parseMoney(String(form.get('amount'))) ?? zero
      return { player, kind, period, amount, reason }
    }}
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
