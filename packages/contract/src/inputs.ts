import { type Money, moneyToNumber, negate, parseMoney, parseWholeMoney } from '@pipkin/money'
import { type Codec, scalar } from './wire.ts'

/* Scalars only for the input of calls. Apart, since the first load makes no such call. */

/** Money that a call takes, at most 1,000,000,000 fkr: a number in fkr, or its ASCII digits. */
export const amount: Codec<Money> = /* @__PURE__ */ scalar('money', parseMoney, moneyToNumber)

/** The same in whole fkr. */
export const wholeAmount: Codec<Money> = /* @__PURE__ */ scalar(
  'wholeMoney',
  parseWholeMoney,
  moneyToNumber,
)

/** A stake: on the wire it is what the bet adds to the balance, a negative whole amount. */
export const debit: Codec<Money> = /* @__PURE__ */ scalar(
  'debit',
  (wire) => {
    const money = parseWholeMoney(wire)
    return money === null ? null : negate(money)
  },
  (money: Money) => moneyToNumber(negate(money)),
)

/** A boolean; in a query, the text `true` or `false`. */
export const flag: Codec<boolean> = /* @__PURE__ */ scalar('boolean', (wire) =>
  wire === 'true' || wire === 'false' ? wire === 'true' : typeof wire === 'boolean' ? wire : null,
)

/** A file in a form: a `Blob` that the browser sends, bytes on the server. */
export const file: Codec<FormFile | Uint8Array> = /* @__PURE__ */ scalar('file', (wire) =>
  wire instanceof Uint8Array ? wire : null,
)

/** What a `Blob` has; this package knows no DOM. */
export interface FormFile {
  readonly size: number
  readonly type: string
}
