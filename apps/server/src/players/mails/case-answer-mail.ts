import type { Mail } from '../../platform/process/mail.ts'

/** What support answers in a case, to a player or to a visitor, who has no other way to read it. */
export const caseAnswerMail = (
  answer: {
    readonly to: string
    readonly case: number
    readonly text: string
    readonly isVisitor: boolean
  },
  publicUrl: URL,
): Mail => ({
  to: answer.to,
  subject: `Pipkin support, case ${answer.case}`,
  text: [
    answer.text,
    answer.isVisitor
      ? `To go on, write again and name case ${answer.case}: ${new URL('/support', publicUrl).href}`
      : `To go on, open the case: ${new URL(`/support?case=${answer.case}`, publicUrl).href}`,
    'Support never asks for a password, a code or the key of a wallet.',
  ].join('\n\n'),
})
