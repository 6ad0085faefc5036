import type { Mail } from '../../platform/process/mail.ts'

/** Reminds a player to look at the limits that they have set. */
export const limitReviewMail = (to: string, publicUrl: URL): Mail => ({
  to,
  subject: 'Look at your limits at Pipkin',
  text: [
    'You have set limits for your play at Pipkin. It is time to look at them again: do they still suit you?',
    `Your limits, and what you have staked and deposited: ${new URL('/account/limits', publicUrl).href}`,
    'Nothing changes by itself. A lower limit counts at once.',
  ].join('\n\n'),
})
