import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { touchedAt } from './idle.ts'
import { logOut, sessionLost } from './session.ts'

const events = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/** How long the question waits for an answer. */
const answerMs = 60_000
/** The least time between two noted touches. */
const noteMs = 1_000

/** Asks whether the player is still there, and logs out if no answer comes. */
export default function IdleQuestion({ minutes }: { minutes: number }) {
  const [leftMs, setLeftMs] = useState<number | null>(null)
  const asking = leftMs !== null

  useEffect(() => {
    const touch = () => {
      if (Date.now() - (touchedAt.read() ?? 0) >= noteMs) touchedAt.write(Date.now())
    }
    if (!asking) {
      touch()
      for (const event of events) addEventListener(event, touch, { passive: true })
    }
    const timer = setInterval(() => {
      const idleMs = Date.now() - (touchedAt.read() ?? Date.now()) - minutes * 60_000
      if (idleMs >= answerMs) {
        void logOut()
        sessionLost.set('idle')
      } else setLeftMs(idleMs >= 0 ? answerMs - idleMs : null)
    }, 1_000)
    return () => {
      clearInterval(timer)
      for (const event of events) removeEventListener(event, touch)
    }
  }, [asking, minutes])

  function stay() {
    touchedAt.write(Date.now())
    setLeftMs(null)
  }

  return (
    <Sheet open={asking} onClose={stay} title="Are you still there?">
      <p className="mt-1.5 text-ink2">
        Nothing has happened for a while. You are logged out in{' '}
        <span role="timer">{Math.ceil((leftMs ?? 0) / 1_000)}</span> seconds.
      </p>
      <Button size="tall" className="mt-4" onClick={stay}>
        I am here
      </Button>
      <Button look="line" className="mt-2.5" onClick={() => void logOut()}>
        Log out
      </Button>
    </Sheet>
  )
}
