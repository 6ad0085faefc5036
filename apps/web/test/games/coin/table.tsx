import { fkr } from '@pipkin/money'
import {
  type CoinMove,
  type CoinRules,
  type CoinView,
  coin,
} from '../../../../../packages/games/test/coin/index.ts'
import type { GameTable } from '../../../src/games/game-screens.ts'
import type { DockContent } from '../../../src/games/table/dock.tsx'
import { GameScreen } from '../../../src/games/table/game-screen.tsx'
import type { Play } from '../../../src/play/play.ts'

type CoinPlay = Play<CoinRules, CoinMove, CoinView>

function Face({ play }: { play: CoinPlay }) {
  const { stage, round } = play
  const fell = round?.view.fell
  return (
    <GameScreen
      play={play}
      name="coin"
      tint="sky"
      pictures={[]}
      odds={{ lines: [{ label: 'A side', value: '1 in 2' }], sentences: [] }}
      board={
        <div role="img" aria-label="Coin" className="rounded-2xl bg-tint-board p-10">
          {fell ?? 'A coin'}
        </div>
      }
      idle={{ title: 'No bet yet', note: 'Call a side after your bet.', figures: [] }}
      dock={round && dockOf(play)}
      text={
        stage.at === 'settled'
          ? { title: `It fell on ${fell}`, note: 'The round is over.', tile: null }
          : null
      }
    />
  )
}

const dockOf = ({ stage, move }: CoinPlay): DockContent => ({
  title: 'Call a side',
  figures: [],
  action: {
    label: 'Heads',
    onPress: () => move({ call: 'heads' }),
    busy: stage.at === 'moving',
  },
})

const limits = { minimum: fkr(5), maximum: fkr(100), step: fkr(5) }

export const table: GameTable<CoinRules, CoinMove, CoinView> = {
  on: { game: coin, resultAfterMs: 0, againAfterMs: 0 },
  Face,
  demo: { start: fkr(100), steps: limits, limits },
}
