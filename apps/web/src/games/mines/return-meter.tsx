import { type Money, moneyText, zero } from '@pipkin/money'
import { againstStake } from '../table/result.tsx'

/** Full at three times the stake. */
const fullAt = 3n

/**
 * How far a bar is filled, and at which part of the fill it turns from neutral to green: per cent.
 */
export function meterOf(
  stake: Money,
  returned: Money,
): { readonly fill: number; readonly turn: number } {
  const filled = Number((returned * 10_000n) / (stake * fullAt)) / 100
  const fill = Math.min(filled, 100)
  return { fill, turn: fill === 0 ? 100 : Math.min(100, 10_000 / Number(fullAt) / fill) }
}

/** What a cash out returns against the stake: neutral up to the stake, green only past it. */
export function ReturnMeter({ stake, returned }: { stake: Money; returned: Money }) {
  const { fill, turn } = meterOf(stake, returned)
  const more = returned > stake
  return (
    <div className="mb-3">
      <div aria-hidden className="relative mt-0.5 mb-1.75 h-3.5 rounded-[9px] bg-sunken lined">
        <span
          className="absolute inset-y-0 left-0 rounded-[9px] transition-[width] duration-(--t-base)"
          style={{
            width: `${fill}%`,
            background: `linear-gradient(90deg, var(--ink2) ${turn}%, var(--win) ${turn}%)`,
          }}
        />
        <span className="absolute -inset-y-1 left-[calc(33.333%-1px)] w-0.75 rounded-[3px] bg-ink shadow-[0_0_0_2px_var(--surface)]" />
      </div>
      <div className="flex flex-wrap text-cap">
        <span className="w-[calc(33.333%+26px)] text-right whitespace-nowrap text-ink2">
          Stake {moneyText(stake)}
        </span>
        <span className={more ? 'ml-auto font-680 text-win' : 'ml-auto font-680'}>
          {returned === zero ? 'Nothing opened yet' : againstStake({ stake, returned })}
        </span>
      </div>
    </div>
  )
}
