import { z } from 'zod'
import { day, money, text } from '../schemas/scalars.ts'
import * as calls from './games.ts'
import { act, listed, reason, spec } from './rule-parts.ts'

const game = z.number().int().min(0).max(32_767)
const ofGame = z.object({ game, reason })
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const whole = (least: number, most: number) => z.number().int().min(least).max(most)

/** Who may see rounds may see their sums: every role. */
export const gamesRules = {
  listReturns: spec(calls.listReturns, {
    summary: 'What each game and rules returned, against the exact return and its 99.9 % band',
    session: 'whole',
    input: z.object({ span: z.enum(calls.spans), game: game.optional(), ...listed }),
  }),
  listGameRounds: spec(calls.listGameRounds, {
    summary: 'Rounds of a game or of all, by when they were placed or ended, newest first',
    session: 'whole',
    input: z.object({
      game: game.optional(),
      rulesHash: hash.optional(),
      of: z.enum(calls.moments).optional(),
      span: z.enum(calls.spans).optional(),
      since: day.optional(),
      ...listed,
    }),
  }),
  readGame: spec(calls.readGame, {
    summary: 'A game as it is offered, its draft, and what each means',
    session: 'whole',
    duty: 'offer',
    input: z.object({ game }),
  }),
  draftGame: act(
    calls.draftGame,
    'Keeps settings of a game as a draft; nothing changes for players',
    z.object({
      game,
      replaces: z.uuid().nullable(),
      seen: hash,
      minimum: money,
      maximum: money,
      step: money,
      minRoundMs: whole(0, 86_400_000),
      roundsADay: whole(1, 1_000_000).nullable(),
      rules: z.array(z.object({ name: text(40), value: text(1_000) })).max(20),
      reason,
    }),
  ),
  dropDraft: act(calls.dropDraft, 'Throws a draft away', z.object({ draft: z.uuid(), reason })),
  publishGame: act(
    calls.publishGame,
    'Publishes a draft: new rounds are played by it at once, open ones go on by their rules',
    z.object({ draft: z.uuid(), again: text(20).optional(), reason }),
  ),
  switchGameOn: act(calls.switchGameOn, 'A game takes bets again', ofGame),
  switchGameOff: act(calls.switchGameOff, 'A game takes no bets; open rounds go on', ofGame),
  retireGame: act(calls.retireGame, 'Takes a game off all lists; open rounds go on', ofGame),
  putGameBack: act(calls.putGameBack, 'Puts a retired game back on the lists', ofGame),
} as const
