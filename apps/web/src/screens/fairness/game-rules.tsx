import type { Game } from '@pipkin/contract'
import { parseRules } from '@pipkin/games'
import { moneyFromAnswer, moneyText } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { gamesQuery } from '../../api/queries.ts'
import { returnText } from '../../games/bet/odds-text.ts'
import { Card } from '../../ui/card.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { rulesInWords } from './rules-in-words.ts'
import { useHashTarget } from './use-hash-target.ts'

/**
 * The rules in force, each game's to unfold. Stands in the same answer as the odds, which show its
 * loading and its failure.
 */
export function GameRules() {
  const { data, isPending } = useQuery(gamesQuery())
  const target = useHashTarget('rules', data !== undefined)
  const games = data?.Data.filter(({ IsDeleted }) => !IsDeleted) ?? []
  if (games.length === 0 && !isPending) return null
  return (
    <section ref={target} className="scroll-mt-4">
      <SectionHead title="Rules of each game" className="mt-5 mb-2" />
      {isPending ? (
        <Loading>
          <Skeleton className="h-48.75 rounded-lg" />
        </Loading>
      ) : (
        <Card className="divide-y divide-line">
          {games.map((game) => (
            <RulesOf key={game.Id} game={game} />
          ))}
        </Card>
      )}
    </section>
  )
}

function RulesOf({ game }: { game: Game }) {
  const rules = parseRules(game.Rules)
  return (
    <details className="group px-3.5">
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 text-row [&::-webkit-details-marker]:hidden">
        {game.Name}
        <ChevronDown
          size={19}
          aria-hidden
          className="shrink-0 text-ink2 transition-transform duration-(--t-fast) group-open:rotate-180"
        />
      </summary>
      <div className="pb-3 text-sm">
        {rules && rulesInWords(rules).map((sentence) => <p key={sentence}>{sentence}</p>)}
        <p className="text-ink2">{stakesOf(game)}</p>
        <p className="mt-2 text-ink2">Best play: {game.Returns.bestPlay}</p>
        <dl className="mt-1.5">
          {game.Returns.strategies.map((strategy) => (
            <KeyValue
              key={strategy.name}
              label={
                <span className="inline-block text-sm first-letter:uppercase">{strategy.name}</span>
              }
            >
              <span className="text-sm whitespace-nowrap">{returnText(strategy.return)}</span>
            </KeyValue>
          ))}
        </dl>
      </div>
    </details>
  )
}

function stakesOf({ MinBet_Amt, Max_Amount, Increment_Amt, Rounds_A_Day }: Game): string {
  const [least, most, step] = [MinBet_Amt, Max_Amount, Increment_Amt].map((fkr) =>
    moneyText(moneyFromAnswer(fkr)),
  )
  const rounds = Rounds_A_Day === null ? '' : ` At most ${Rounds_A_Day} rounds a day.`
  return `Stakes from ${least} to ${most} fkr in steps of ${step}.${rounds}`
}
