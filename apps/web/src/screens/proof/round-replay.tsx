import { gameOf, type Proof } from '@pipkin/games'
import type { Verdict } from '@pipkin/games/verify'
import { moneyText, signedMoneyText } from '@pipkin/money'
import { ChevronLeft, ChevronRight, ImageDown, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dayTimeText } from '../../browser/dates.ts'
import { lookOf } from '../../games/games.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Figures } from '../../ui/figures.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toasts.ts'
import { tintClass } from '../../ui/tone.ts'
import { drawRound } from './draw-round.ts'
import { moneyOf } from './money-of.ts'
import { OutcomePicture } from './outcome-picture.tsx'
import { roundsOf, stepInWords } from './replay-steps.ts'

const stepMs = 900

/**
 * A round as it went, move by move, dealt again in this browser from its proof; and a picture of it
 * to share, which this browser draws and which names no player.
 */
export function RoundReplay({ proof, verdict }: { proof: Proof; verdict: Verdict }) {
  const rounds = roundsOf(proof, verdict)
  const last = rounds.length - 1
  const { at, go, play } = useSteps(last)
  const round = rounds[at]
  if (!round) return null
  const { stake, returned, net } = moneyOf(proof)
  const won = verdict.ok && net > 0n
  return (
    <Card className={cx('mt-2.5 p-4', tintClass[lookOf(proof.game).tint])}>
      <h2 className="text-h3">{gameOf(proof).offer.title}, as it went</h2>
      <p className="text-cap text-ink2">
        <time dateTime={proof.settledAt}>{dayTimeText(new Date(proof.settledAt))}</time>
      </p>
      <div className="@container mt-3 grid min-h-56 place-items-center rounded-md bg-tint p-4">
        {/* As large as fits: a narrow window or large letters leave less room. */}
        <div className="[zoom:0.6] @min-[12rem]:[zoom:1.4] @min-[16rem]:[zoom:1.7]">
          <OutcomePicture round={round} />
        </div>
      </div>
      <Steps at={at} last={last} onGo={go} />
      <div className="mt-3">
        <Figures
          won={won}
          figures={[
            { label: 'Stake', value: moneyText(stake) },
            { label: 'Return', value: moneyText(returned) },
            { label: 'Net', value: signedMoneyText(net), ...(won && { tone: 'win' }) },
          ]}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button look="glaze" size="medium" className="flex-1" onClick={play}>
          <Play size={18} aria-hidden />
          Play it again
        </Button>
        <Button
          look="line"
          size="medium"
          className="flex-1"
          onClick={() => void takePicture(proof, verdict)}
        >
          <ImageDown size={18} aria-hidden />
          Picture
        </Button>
      </div>
    </Card>
  )
}

/** Which of the round's steps is shown; `play` shows them all, one after the other. */
function useSteps(last: number) {
  const [at, setAt] = useState(last)
  const [runs, setRuns] = useState(false)
  useEffect(() => {
    if (!runs) return
    if (at >= last) return setRuns(false)
    const timer = setTimeout(() => setAt(at + 1), stepMs)
    return () => clearTimeout(timer)
  }, [runs, at, last])
  return {
    at,
    go(to: number) {
      setRuns(false)
      setAt(Math.min(last, Math.max(0, to)))
    },
    play() {
      setAt(0)
      setRuns(true)
    },
  }
}

interface StepsProps {
  at: number
  last: number
  onGo: (to: number) => void
}

/** The step that is shown, between the buttons to the one before and the next. */
const Steps = ({ at, last, onGo }: StepsProps) => (
  <div className="mt-3 flex items-center gap-2">
    <IconButton
      label="Move before"
      outlined
      aria-disabled={at === 0}
      className={cx(at === 0 && 'text-edge')}
      onClick={() => onGo(at - 1)}
    >
      <ChevronLeft size={22} aria-hidden />
    </IconButton>
    <p role="status" className="min-w-0 grow text-center text-sm">
      {stepInWords(at, last)}
    </p>
    <IconButton
      label="Next move"
      outlined
      aria-disabled={at === last}
      className={cx(at === last && 'text-edge')}
      onClick={() => onGo(at + 1)}
    >
      <ChevronRight size={22} aria-hidden />
    </IconButton>
  </div>
)

async function takePicture(proof: Proof, verdict: Verdict): Promise<void> {
  const picture = verdict.round && (await drawRound(proof, verdict.round, verdict.ok))
  if (picture) saveFile(picture, `pipkin-${proof.transactionId}.png`)
  else toast.error('The picture could not be drawn')
}
