import {
  type GameName,
  guessRules,
  minesRules,
  type Rules,
  slotRules,
  ticTacToeRules,
} from '@pipkin/games'
import { fkr, type Money } from '@pipkin/money'

/** How a game presents itself. What a round of it costs and pays are settings in the database. */
export interface GameCard {
  readonly name: GameName
  readonly slogan: string
}

/** The games by their id on the wire. */
export const gameCards: ReadonlyMap<number, GameCard> = new Map([
  [1, { name: 'guess-number', slogan: 'Fifteen numbers, one draw' }],
  [2, { name: 'mines', slogan: 'Pick tiles, cash out in time' }],
  [3, { name: 'slot-machine', slogan: 'Three reels, four fruits' }],
  [4, { name: 'tic-tac-toe', slogan: 'You are X, the computer is O' }],
])

export interface GameSettings {
  readonly game: number
  readonly name: string
  readonly minimum: Money
  readonly maximum: Money
  readonly step: Money
  readonly rules: Rules
  /** Least time between two bets of one player (`docs/fairness.md`). */
  readonly minRoundMs: number
  readonly roundsADay: number | null
  /** Whether stakes here unlock rewards; it can't be changed later. */
  readonly countsAsStaked: boolean
}

/** The settings of a new installation, in the order of the catalogue. */
export const firstSettings: readonly GameSettings[] = [
  {
    game: 1,
    name: 'Guess Number',
    minimum: fkr(5),
    maximum: fkr(200),
    step: fkr(5),
    rules: guessRules,
    minRoundMs: 5_000,
    roundsADay: null,
    countsAsStaked: true,
  },
  {
    game: 2,
    name: 'Mines',
    minimum: fkr(10),
    maximum: fkr(200),
    step: fkr(10),
    rules: minesRules,
    minRoundMs: 5_000,
    roundsADay: null,
    countsAsStaked: true,
  },
  {
    game: 3,
    name: 'Fruit Slot',
    minimum: fkr(10),
    maximum: fkr(500),
    step: fkr(10),
    rules: slotRules,
    minRoundMs: 2_500,
    roundsADay: null,
    countsAsStaked: true,
  },
  {
    game: 4,
    name: 'Tic-Tac-Toe',
    minimum: fkr(5),
    maximum: fkr(20),
    step: fkr(5),
    rules: ticTacToeRules,
    minRoundMs: 5_000,
    roundsADay: 20,
    // A careful player never loses here.
    countsAsStaked: false,
  },
]
