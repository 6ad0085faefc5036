import type { Fields, RoundStatus, Shape } from '@pipkin/games'
import { type Money, moneyToNumber, times } from '@pipkin/money'
import { type Codec, Unreadable, word } from './wire.ts'

/** How a round is going, or how it ended. */
export const roundStatus: Codec<RoundStatus> = /* @__PURE__ */ word(
  'Pending',
  'Win',
  'Loss',
  'PartialWin',
  'Tie',
)

declare const isPublic: unique symbol

/**
 * A game's public view as it goes over the wire. Only `publicView` makes one, so no hidden state
 * gets into an answer. The game's folder defines its fields.
 */
export type PublicView = Readonly<Record<string, unknown>> & { readonly [isPublic]: true }

/**
 * The second barrier before hidden state, after the view: takes only the fields that the game's
 * `viewFields` list. Multiples of the stake become money.
 */
export const publicView = (fields: Fields, view: object, stake: Money): PublicView =>
  // The brand says that the next line has run.
  listed(fields, view, stake) as PublicView

function listed(fields: Fields, value: object, stake: Money): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const part: unknown = Reflect.get(value, name)
    if (typeof field === 'object' && 'optional' in field) {
      if (part !== undefined) shown[name] = shape(field.optional, part, stake)
    } else shown[name] = shape(field, part, stake)
  }
  return shown
}

function shape(known: Shape, value: unknown, stake: Money): unknown {
  if (known === 'ofStake') return moneyToNumber(times(stake, Number(value)))
  if (typeof known === 'string') return typeof value === typeOf[known] ? value : undefined
  if ('oneOf' in known) return known.oneOf.find((one) => one === value)
  if ('list' in known)
    return Array.isArray(value) ? value.map((one) => shape(known.list, one, stake)) : undefined
  return listed(known.fields, Object(value), stake)
}

const typeOf = { number: 'number', integer: 'number', hex32: 'string', boolean: 'boolean' }

/** A view in an answer goes through as it is. */
export const gameView: Codec<PublicView> = {
  shape: { is: 'gameView' },
  encode: (view) => view,
  decode(wire) {
    if (typeof wire !== 'object' || wire === null) throw new Unreadable('not a view')
    // A server's view has been through `publicView`.
    return wire as PublicView
  },
}
