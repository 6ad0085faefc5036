import type { BaseRules, RoundOf } from '@pipkin/games'
import type { Money } from '@pipkin/money'
import type { ReactNode } from 'react'
import type { Play } from '../play/play.ts'
import type { GameOnScreen } from '../play/round.ts'
import type { ArtName } from '../ui/art.tsx'
import type { Tint } from '../ui/tone.ts'
import type { DemoOffer } from './table/demo-offer.ts'

/** How a game looks wherever it is named: the colours of its card, tile and board, its picture. */
export interface GameLook {
  readonly tint: Tint
  readonly art: ArtName
}

/**
 * A game on screen as a plug-in: all that the web app needs of it. Its folder has the name of its
 * `Game` in `packages/games` and exports this as `screens` from `index.ts`. V is its public view.
 */
export interface GameScreens<V = unknown> extends GameLook {
  /** In addresses; the rules' own name. */
  readonly name: string
  /** Before the server's settings are read, and in proofs. */
  readonly title: string
  /** What an open round would return now; left out where it returns nothing before its end. */
  returnSoFar?(view: V, stake: Money): Money
  picture(): Promise<PictureModule>
  table(): Promise<{ readonly table: AnyTable }>
}

/** What an ended round dealt: the cells of a small grid, and the class with its columns. */
export interface OutcomePicture {
  readonly className: string
  readonly cells: ReactNode
}

/** A game's pictures, which it loads when a proof shows them. */
export interface PictureModule {
  picture(round: RoundOf<BaseRules, unknown, unknown, unknown>): OutcomePicture
}

/** A game's table: how it is played, its face, and what its demo offers. */
export interface GameTable<R extends BaseRules, M, V> {
  readonly on: GameOnScreen<R, M, V>
  /** A component. It is a method, so that all tables share the one type `AnyTable`. */
  Face(props: { play: Play<R, M, V> }): ReactNode
  readonly demo: DemoOffer<R>
}

export type AnyTable = GameTable<BaseRules, unknown, unknown>
