import { hundredths, moneyText } from '@pipkin/money'

/** Hundredths of the stake as the player reads them: `0.5×`, `1×`, `2.25×`. */
export const multiplierText = (multiplier: number): string =>
  `${moneyText(hundredths(BigInt(multiplier))).replace(/(\.\d)0$/, '$1')}×`
