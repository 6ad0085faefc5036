import type { BetLimits } from '@pipkin/contract'
import { canonicalJson, type Rules } from '@pipkin/games'
import { fkr, type Money } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { gamesQuery } from '../../api/queries.ts'
import type { DemoMoney, Play } from '../../play/play.ts'
import type { GameOnScreen } from '../../play/round.ts'
import { useDemoPlay } from '../../play/use-demo-play.ts'
import { useAppRoute } from '../../shell/route.ts'

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
 * A game for play money. It takes the real game's rules, so that no demo is kinder than what it
 * shows; they are read once, and from then on there is no call. Until they are here the table is
 * laid by those that are known, and takes no bet.
 */
export function DemoGame<R extends Rules, M, V>(props: DemoGameProps<R, M, V>) {
  const { on, offer } = props
  const games = useQuery({
    ...gamesQuery(),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const game = games.data?.Data.find(({ Rules }) => Rules.game === on.game.name)
  const { alter } = offer
  const real = on.game.parseRules(game?.Rules) ?? offer.rules
  const rules = alter ? alter(real) : real
  return (
    <Table
      key={canonicalJson(rules)}
      {...props}
      rules={rules}
      read={!games.isPending}
      returns={alter ? null : (game?.Returns ?? null)}
      name={game?.Name}
    />
  )
}

interface TableProps<R extends Rules, M, V> extends DemoGameProps<R, M, V> {
  rules: R
  /** Whether the real game's rules have been read. */
  read: boolean
  returns: Play<R, M, V>['terms']['returns']
  name: string | undefined
}

function Table<R extends Rules, M, V>({
  on,
  offer,
  Face,
  rules,
  read,
  returns,
  name,
}: TableProps<R, M, V>) {
  const { title } = useAppRoute()
  const { start, limits, steps } = offer
  const terms = { gameId: 0, name: name ?? title, limits: steps, rules, returns, roundsADay: null }
  return <Face play={useDemoPlay({ on, terms, start, limits, mayBet: read })} />
}
