import { z } from 'zod'
import * as calls from '../accounts.ts'
import * as factors from '../factors.ts'
import * as security from '../security.ts'
import { logOut, verifyPlayer } from '../session.ts'
import { playerId, text } from './scalars.ts'
import { spec } from './spec.ts'

const email = text(254).default('')
const name = text(100).default('')

/** Each change mails the owner. */
const factorChanges = { name: 'factor change player', attempts: 60, windowSeconds: 3_600 }

/** One of the two; the use case says what is missing. */
const proof = z.object({ code: text(40).optional(), assertion: z.unknown().optional() })

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
  forgotPassword: spec(calls.forgotPassword, {
    summary: 'Mails a link for a new password, if the address belongs to an account',
    session: 'none',
    input: z.object({ email: text(254) }),
    refusals: ['invalidForm'],
  }),
  resetPassword: spec(calls.resetPassword, {
    summary: 'Sets a new password by a mailed link, and ends every session of the player',
    session: 'none',
    input: z.object({ token: text(100), newPassword: text(200) }),
    refusals: ['invalidForm', 'linkOver'],
  }),
  logIn: spec(calls.logIn, {
    summary: 'Opens a session',
    session: 'none',
    input: z.object({ mobile: text(30).default(''), password: text(200).default('') }),
    refusals: [
      'invalidForm',
      'loginFailed',
      'loginTooMany',
      'accountFrozen',
      'accountFrozenByHouse',
    ],
  }),
  logOut: spec(logOut, { summary: 'Ends the session', session: 'required', refusals: [] }),
  verifyPlayer: spec(verifyPlayer, {
    summary: "Says whether the id is the session's own",
    session: 'none',
    input: z.object({ player: playerId.nullable().default(null) }),
    refusals: ['notVerified'],
  }),

  giveSecondFactor: spec(factors.giveSecondFactor, {
    summary: 'Gives the second factor of a log-in, or logs in by a passkey alone',
    session: 'none',
    input: proof,
    refusals: [
      'invalidForm',
      'factorWrong',
      'factorTooMany',
      'passkeyUnknown',
      'secondStepOver',
      'accountFrozen',
      'accountFrozenByHouse',
    ],
  }),
  startTotp: spec(factors.startTotp, {
    summary: 'A new secret for the authenticator app',
    session: 'required',
    confirmed: true,
    refusals: [],
  }),
  confirmTotp: spec(factors.confirmTotp, {
    summary: 'Adds the authenticator app whose code this is, with ten recovery codes',
    session: 'required',
    confirmed: true,
    input: z.object({ code: text(20) }),
    refusals: ['factorWrong', 'factorTooMany', 'secondStepOver'],
    limit: factorChanges,
  }),
  removeTotp: spec(factors.removeTotp, {
    summary: 'Removes the authenticator app; the recovery codes go with the last factor',
    session: 'required',
    confirmed: true,
    refusals: ['notFound'],
    limit: factorChanges,
  }),
  passkeyOptions: spec(factors.passkeyOptions, {
    summary: 'What WebAuthn is given to add a passkey, to log in or to confirm by one',
    session: 'none',
    input: z.object({ purpose: z.enum(['add', 'logIn', 'confirm']) }),
    refusals: ['noSession', 'confirmFirst', 'invalidForm'],
  }),
  addPasskey: spec(factors.addPasskey, {
    summary: 'Adds a passkey; the first factor brings ten recovery codes',
    session: 'required',
    confirmed: true,
    input: z.object({ attestation: z.unknown(), name: text(60).optional() }),
    refusals: ['invalidForm', 'factorWrong', 'secondStepOver'],
    limit: factorChanges,
  }),
  removePasskey: spec(factors.removePasskey, {
    summary: 'Removes a passkey',
    session: 'required',
    confirmed: true,
    input: z.object({ id: text(2000) }),
    refusals: ['notFound'],
    limit: factorChanges,
  }),
  sendConfirmation: spec(factors.sendConfirmation, {
    summary: 'Mails a code by which a player without a second factor confirms',
    session: 'required',
    refusals: ['codeTooSoon', 'codeTooMany'],
  }),
  confirmSession: spec(factors.confirmSession, {
    summary: 'Confirms that it is the player, for five minutes',
    session: 'required',
    input: proof,
    refusals: ['invalidForm', 'factorWrong', 'factorTooMany', 'codeOver'],
  }),
  readSecurity: spec(security.readSecurity, {
    summary: 'The factors, the sessions and the recent events of the account',
    session: 'required',
    refusals: [],
  }),
  endSession: spec(security.endSession, {
    summary: "Ends one of the player's sessions",
    session: 'required',
    confirmed: true,
    input: z.object({ id: text(100) }),
    refusals: ['notFound'],
    keyed: 'reply',
  }),
  endOtherSessions: spec(security.endOtherSessions, {
    summary: "Ends all of the player's sessions but this one",
    session: 'required',
    confirmed: true,
    refusals: [],
    keyed: 'reply',
  }),
  freezeAccount: spec(security.freezeAccount, {
    summary: 'Freezes the account by the link of a mail, until its owner resets the password',
    session: 'none',
    input: z.object({ token: text(100) }),
    refusals: ['linkOver'],
  }),
  closeAccount: spec(security.closeAccount, {
    summary: 'Closes the account; its number and its address are free again',
    session: 'required',
    confirmed: true,
    refusals: ['operationsUnderWay'],
  }),
  exportAccount: spec(security.exportAccount, {
    summary: 'All that is kept about the player, as JSON',
    session: 'required',
    refusals: [],
    // A file may be long, and reads all of a player's tables.
    limit: { name: 'export player', attempts: 6, windowSeconds: 3_600 },
  }),
}
