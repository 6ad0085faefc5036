import { z } from 'zod'
import * as calls from '../accounts.ts'
import { logOut, verifyPlayer } from '../session.ts'
import { playerId, text } from './scalars.ts'
import { spec } from './spec.ts'

const email = text(254).default('')
const name = text(100).default('')

export const accounts = {
  sendCode: spec(calls.sendCode, {
    summary: 'Sends a four-digit code to an address',
    session: 'none',
    input: z.object({ email: text(254), name }),
    refusals: ['invalidForm', 'codeTooSoon', 'codeTooMany'],
  }),
  checkCode: spec(calls.checkCode, {
    summary: 'Checks the code that was sent to an address',
    session: 'none',
    input: z.object({ email: text(254), name, code: text(20).default('') }),
    refusals: ['invalidForm', 'codeMissing', 'codeWrong', 'codeOver'],
  }),
  signUp: spec(calls.signUp, {
    summary: 'Opens an account for the address that this browser has verified',
    session: 'none',
    input: z.object({
      name: text(200).default(''),
      mobile: text(30).default(''),
      password: text(200).default(''),
      email,
      inviteCode: text(20).default(''),
    }),
    refusals: ['invalidForm', 'emailNotVerified', 'mobileTaken', 'emailTaken', 'unknownInviteCode'],
  }),
  logIn: spec(calls.logIn, {
    summary: 'Opens a session',
    session: 'none',
    input: z.object({ mobile: text(30).default(''), password: text(200).default('') }),
    refusals: ['invalidForm', 'loginFailed', 'loginTooMany'],
  }),
  logOut: spec(logOut, { summary: 'Ends the session', session: 'required', refusals: [] }),
  verifyPlayer: spec(verifyPlayer, {
    summary: "Says whether the id is the session's own",
    session: 'none',
    input: z.object({ player: playerId.nullable().default(null) }),
    refusals: ['notVerified'],
  }),
}
