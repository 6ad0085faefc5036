import type { Mail } from '../../platform/process/mail.ts'

/** Goes to the address that the account had. */
export const accountClosedMail = (to: string): Mail => ({
  to,
  subject: 'Your Pipkin account is closed',
  text: [
    'Your Pipkin account is closed, as was asked for in a session of yours.',
    'Every device is logged out. Your mobile number and this address are free for another account.',
    'What you had left stays on the books. Support pays it to you once it knows that it is you.',
    "If it wasn't you, answer to our support at once, from this address.",
  ].join('\n\n'),
})
