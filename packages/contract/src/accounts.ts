import { z } from 'zod'
import { playerId, text } from './scalars.ts'
import type { CallSpec } from './spec.ts'

export const accounts = {
  accountVerification: {
    summary: 'Sends a four-digit code to an address, or checks it',
    session: 'none',
    body: z.object({
      email: text(254),
      name: text(100).default(''),
      otp: text(20).default(''),
      regenerate: z.boolean().default(false),
    }),
    /** Where a code was sent: how long until another may be asked for. Left out, it is 60 s. */
    answer: z.object({ waitSeconds: z.number().optional() }),
    refusals: ['invalidForm', 'codeMissing', 'codeWrong', 'codeOver', 'codeTooSoon', 'codeTooMany'],
    lowerCase: true,
  },
  signUp: {
    summary: 'Opens an account for the address that this browser has verified',
    session: 'none',
    body: z.object({
      Name: text(200).default(''),
      Mobile_No: text(30).default(''),
      Password: text(200).default(''),
      Email_Id: text(254).default(''),
      Invite_Code: text(20).default(''),
    }),
    answer: z.object({ Data: z.object({ id: z.number() }) }),
    refusals: ['invalidForm', 'emailNotVerified', 'mobileTaken', 'emailTaken', 'unknownInviteCode'],
  },
  userLogin: {
    summary: 'Opens a session',
    session: 'none',
    body: z.object({ Mobile_No: text(30).default(''), Password: text(200).default('') }),
    answer: z.object({
      Data: z.array(z.object({ id: z.number(), name: z.string(), Mobile_No: z.string() })),
    }),
    refusals: ['invalidForm', 'loginFailed', 'loginTooMany'],
  },
  logout: {
    summary: 'Ends the session',
    session: 'required',
    answer: z.object({}),
    refusals: [],
  },
  verifyUser: {
    summary: "Says whether the id is the session's own",
    session: 'none',
    /** What isn't an id is nobody's, like an id that doesn't exist. */
    body: z.object({ id: playerId.nullable().catch(null) }),
    answer: z.object({}),
    refusals: ['notVerified'],
    lowerCase: true,
  },
} as const satisfies Record<string, CallSpec>
