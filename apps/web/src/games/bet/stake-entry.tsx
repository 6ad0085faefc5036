import type { BetLimits } from '@pipkin/contract'
import { type Money, moneyText, moneyToNumber } from '@pipkin/money'
import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { wholeAmountDigits } from '../../forms/restrict-input.ts'
import { Coin } from '../../ui/art.tsx'
import { Chips } from '../../ui/chips.tsx'
import { FieldError } from '../../ui/field.tsx'
import { lessThan, moreThan, readyStakes, stakeText } from './stakes.ts'
import type { BetEntry } from './use-bet-entry.ts'

interface StakeEntryProps {
  entry: Pick<BetEntry<unknown>, 'text' | 'stake' | 'error' | 'change'>
  limits: BetLimits
  /** `fkr`; play money has no unit and no coin. */
  unit?: string
  field: RefObject<HTMLInputElement | null>
  children: ReactNode
}

/** Less, the number, More and the ready stakes; below them the error and its explanation. */
export function StakeEntry({ entry, limits, unit, field, children }: StakeEntryProps) {
  const { text, stake, error, change } = entry
  const id = useId()
  const step = { less: () => lessThan(text, limits), more: () => moreThan(text, limits) }
  const choose = (next: Money) => change(stakeText(next))

  function pressKey(event: KeyboardEvent) {
    const next =
      event.key === 'ArrowUp' ? step.more() : event.key === 'ArrowDown' ? step.less() : null
    if (next === null) return
    event.preventDefault()
    choose(next)
  }

  return (
    <div>
      <div className="flex items-center gap-2.5">
        <StepButton label="Less" onPress={() => choose(step.less())}>
          <Minus size={24} aria-hidden />
        </StepButton>
        {/* In large text the number needs the room of its coin and unit. */}
        <label className="@container flex h-16 min-w-0 grow cursor-text items-center justify-center gap-2 rounded-[1.125rem] bg-surface text-[min(2.125rem,12vw)] leading-none font-770 tracking-[-0.03em] shadow-[inset_0_0_0_2px_var(--focus)] has-[input:focus-visible]:shadow-[inset_0_0_0_2px_var(--focus),0_0_0_4px_color-mix(in_srgb,var(--focus)_22%,transparent)]">
          {unit && (
            <span className="shrink-0 @max-[9rem]:hidden">
              <Coin size={28} />
            </span>
          )}
          <input
            ref={field}
            role="spinbutton"
            aria-label="Stake"
            aria-valuenow={stake === null ? undefined : moneyToNumber(stake)}
            aria-valuemin={moneyToNumber(limits.minimum)}
            aria-valuemax={moneyToNumber(limits.maximum)}
            aria-valuetext={
              stake === null ? undefined : `${moneyText(stake)} ${unit ?? 'play money'}`
            }
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? `${id}-about` : `${id}-error ${id}-about`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            value={text}
            onChange={({ target }) => change(wholeAmountDigits(target.value))}
            onKeyDown={pressKey}
            style={{ width: `${Math.max(text.length, 1)}ch` }}
            className="min-w-0 bg-transparent text-center outline-none"
          />
          {unit && (
            <small className="text-[1rem] font-600 tracking-normal text-ink2 @max-[9rem]:hidden">
              {unit}
            </small>
          )}
        </label>
        <StepButton label="More" onPress={() => choose(step.more())}>
          <Plus size={24} aria-hidden />
        </StepButton>
      </div>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <Chips
        label="Ready stakes"
        options={readyStakes(limits).map((ready) => ({
          value: stakeText(ready),
          label: moneyText(ready),
        }))}
        value={text}
        onChoose={change}
      />
      <div id={`${id}-about`} className="mt-2.25 text-sm">
        {children}
      </div>
    </div>
  )
}

/** The field of a stake. If it is `focused`, it takes the focus when its form appears. */
export function useStakeField(focused = false): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])
  return field
}

function StepButton({
  label,
  onPress,
  children,
}: {
  label: string
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="grid h-16 w-[min(3.75rem,16vw)] shrink-0 place-items-center rounded-[1.125rem] bg-sunken lined active:translate-y-px"
    >
      {children}
    </button>
  )
}
