import { parseMoney } from '@pipkin/money'
import { refusalMessage } from '../refusals.ts'
import { emailMessage, type FormErrors, isEmail } from './accounts.ts'

export interface SupportForm {
  readonly player: string
  readonly hash: string
  readonly amount: string
  readonly event: string
}

/** The hash of a chain transaction, in letters of either size. */
export const isTransactionHash = (text: string): boolean => /^0x[0-9a-fA-F]{64}$/.test(text)

/** Judges the form that reports a lost chain transaction. */
export function validateSupport(form: SupportForm): FormErrors<keyof SupportForm> {
  const money = parseMoney(form.amount)
  return {
    ...(!/^\d{8}$/.test(form.player) && { player: 'Please enter a valid  Id' }),
    ...(form.hash === ''
      ? { hash: 'Please enter Transaction Hash' }
      : !isTransactionHash(form.hash) && { hash: refusalMessage('invalidHash') }),
    ...(form.amount === ''
      ? { amount: 'Please enter your amount' }
      : (money === null || money <= 0n) && { amount: refusalMessage('invalidAmount') }),
    ...(form.event === '' && { event: 'Please select Transaction Type' }),
  }
}

export const noWordsMessage = 'Please write what it is about'

/** Judges a visitor's message, whose answer comes by mail. */
export const validateVisitorMessage = (form: {
  email: string
  text: string
}): FormErrors<'email' | 'text'> => ({
  ...(!isEmail(form.email) && { email: emailMessage }),
  ...(form.text.trim() === '' && { text: noWordsMessage }),
})
