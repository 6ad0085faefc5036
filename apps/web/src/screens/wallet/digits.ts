/**
 * What a field for a whole amount makes of what is typed or pasted: the digits before anything
 * else, so that `12.50` never becomes `1250`.
 */
export const wholeAmountDigits = (text: string): string => /^\s*([0-9]*)/.exec(text)?.[1] ?? ''

/** What a field for an id keeps of `ID 5190 7263`. */
export const idDigits = (text: string): string => text.replace(/[^0-9]/g, '')
