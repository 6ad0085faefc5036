import type { BetLimits } from '@pipkin/contract'
import type { Rules } from '@pipkin/games'
import { fkr, type Money } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { gamesQuery } from '../../api/queries.ts'
import type { DemoMoney, Play } from '../../play/play.ts'
import type { GameOnScreen } from '../../play/round.ts'
import { useDemoPlay } from '../../play/use-demo-play.ts'
import { useAppRoute } from '../../shell/route.ts'
import { GameLoading } from './game-frame.tsx'

/** What a demo is played for. */
export interface DemoOffer<R> {
  /** Where the real game's rules can't be read. */
  readonly rules: R
  /** The demo's own changes to the real game's rules. */
  readonly alter?: (rules: R) => R
  readonly start: Money
  /** How Less, More and the ready stakes go. */
  readonly steps: BetLimits
  readonly limits: DemoMoney['limits']
}

/** Anything above nothing that the play money covers. */
export const anyStake: DemoMoney['limits'] = { minimum: fkr(1), maximum: fkr(1_000_000) }

interface DemoGameProps<R extends Rules, M, V> {
  on: GameOnScreen<R, M, V>
  offer: DemoOffer<R>
  Face: ComponentType<{ play: Play<R, M, V> }>
}

/**
 * A game for play money. It takes the real game's rules, so that no demo is kinder than what it shows; they are read
 * once, before it begins, and from then on there is no call.
 */
export function DemoGame<R extends Rules, M, V>(props: DemoGameProps<R, M, V>) {
  const { on, offer } = props
  const games = useQuery({
    ...gamesQuery(),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  if (games.isPending) return <GameLoading />
  const game = games.data?.Data.find(({ Rules }) => Rules.game === on.game.name)
  const rules = on.game.parseRules(game?.Rules) ?? offer.rules
  const { alter } = offer
  return (
    <Table
      {...props}
      rules={alter ? alter(rules) : rules}
      returns={alter ? null : (game?.Returns ?? null)}
      name={game?.Name}
    />
  )
}

interface TableProps<R extends Rules, M, V> extends DemoGameProps<R, M, V> {
  rules: R
  returns: Play<R, M, V>['terms']['returns']
  name: string | undefined
}

function Table<R extends Rules, M, V>({ on, offer, Face, rules, returns, name }: TableProps<R, M, V>) {
  const { title } = useAppRoute()
  const { start, limits, steps } = offer
  const terms = { gameId: 0, name: name ?? title, limits: steps, rules, returns, roundsADay: null }
  return <Face play={useDemoPlay({ on, terms, start, limits })} />
}
