import type { Answer, Call } from './call.ts'
import { type Codec, data, list, money, nullable, object, text, Unreadable } from './wire.ts'

/** The player's own id is a number; of others there are the last digits: `••••8213`. */
const maskedId: Codec<number | string> = {
  shape: { is: 'json' },
  encode: (id) => id,
  decode(wire) {
    if (typeof wire === 'number' || typeof wire === 'string') return wire
    throw new Unreadable('not an id')
  },
}

export const listTopPlayers = {
  name: 'listTopPlayers',
  method: 'GET',
  path: 'getTop10Players',
  answer: data(
    list(
      object({
        player: ['User_Id', maskedId],
        name: ['Name', text],
        picture: ['ProfilePic', nullable(text)],
        won: ['Total_Winnings', money],
      }),
    ),
  ),
} as const satisfies Call
export type TopPlayer = Answer<typeof listTopPlayers>[number]

export const listTopWinners = {
  name: 'listTopWinners',
  method: 'GET',
  path: 'getTop3Winners',
  answer: data(
    list(
      object({
        name: ['Name', text],
        payout: ['Amount', money],
        picture: ['ProfilePic', nullable(text)],
      }),
    ),
  ),
} as const satisfies Call
export type TopWinner = Answer<typeof listTopWinners>[number]
