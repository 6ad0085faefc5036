import type { OwnReward } from '@pipkin/contract'
import type { PlayerId } from '@pipkin/contract/schemas'
import { hundredths } from '@pipkin/money'
import type { ApiConfig } from '../config.ts'
import { type Database, maybeOne, one, sql } from '../platform/database/database.ts'
import { done, type Result } from '../platform/http/answer.ts'
import { readReferralTerms } from './read-referral-terms.ts'

const statement = sql`select invite_code from players.accounts where player_id = $1`

const ownStatement = sql`
  select state, amount, deposited, unlock_deposits, staked, unlock_staked, contributed,
         unlock_contributed
  from referral.judged_rewards where player_id = $1 and friend_id = $1`

type OwnRow = Readonly<
  Record<
    | 'amount'
    | 'deposited'
    | 'unlock_deposits'
    | 'staked'
    | 'unlock_staked'
    | 'contributed'
    | 'unlock_contributed',
    bigint
  >
> &
  Pick<OwnReward, 'state'>

/**
 * The player's invite code and link, with what the programme gives today and what unlocks it, and
 * how far the player's own reward as a friend is.
 */
export async function readInvite(
  { database, config }: { database: Database; config: Pick<ApiConfig, 'publicUrl'> },
  player: PlayerId,
): Promise<Result<'readInvite'>> {
  const [{ invite_code: inviteCode }, own, terms] = await Promise.all([
    one(database.rows<{ invite_code: string }>(statement, [player])),
    maybeOne(database.rows<OwnRow>(ownStatement, [player])),
    readReferralTerms(database),
  ])
  const link = new URL(`/signup?code=${inviteCode}`, config.publicUrl).href
  return done<'readInvite'>({ inviteCode, link, ...terms, ...(own && { own: showOwn(own) }) })
}

const showOwn = (row: OwnRow): OwnReward => ({
  state: row.state,
  amount: hundredths(row.amount),
  deposits: outOf(row.deposited, row.unlock_deposits),
  staked: outOf(row.staked, row.unlock_staked),
  kept: outOf(row.contributed, row.unlock_contributed),
})

/** Up to what is needed. */
const outOf = (have: bigint, need: bigint) => ({
  have: hundredths(have < need ? have : need),
  need: hundredths(need),
})
