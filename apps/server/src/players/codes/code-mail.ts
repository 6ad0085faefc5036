import type { Mail } from '../../platform/process/mail.ts'

// These mails repeat no text of the visitor's, who may have typed another person's address.

/** To an address without an account: the code that proves that it is the visitor's. */
export const codeMail = (to: string, code: string): Mail => ({
  to,
  subject: 'Your Pipkin code',
  text: [
    `Your code is ${code}`,
    'Enter it where you asked for it. It is valid for ten minutes and can be used once.',
    "If you didn't ask for it, you can ignore this mail. Never give this code to anyone.",
  ].join('\n\n'),
})

/** To an address with an account, in place of a code. The screen shows the same for both. */
export const accountExistsMail = (to: string): Mail => ({
  to,
  subject: 'You already have a Pipkin account',
  text: [
    'Somebody, probably you, tried to sign up with this address. It already has an account.',
    'Log in with your mobile number and your password instead.',
    "If it wasn't you, you can ignore this mail.",
  ].join('\n\n'),
})
