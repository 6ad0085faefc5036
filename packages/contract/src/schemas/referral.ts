import { z } from 'zod'
import * as calls from '../referral.ts'
import { cursor, pageLimit, playerId } from './scalars.ts'
import { spec } from './spec.ts'

const page = z.object({ player: playerId, cursor, limit: pageLimit.unwrap().default(100) })

export const referral = {
  readInvite: spec(calls.readInvite, {
    summary: "The player's invite code and link, and what they are worth",
    session: 'required',
    input: z.object({ player: playerId }),
    own: true,
    refusals: [],
  }),
  readReferralTerms: spec(calls.readReferralTerms, {
    summary: 'What the referral programme gives for a friend today, and what unlocks it',
    session: 'none',
    refusals: [],
  }),
  listTeam: spec(calls.listTeam, {
    summary:
      'A page of the team, by level; nested at most 20 deep, what is deeper starts as a root',
    session: 'required',
    input: page,
    own: true,
    refusals: [],
  }),
  listEarnings: spec(calls.listEarnings, {
    summary: 'What the team has earned the player, a row per reward, newest first',
    session: 'required',
    input: page,
    own: true,
    refusals: [],
  }),
}
