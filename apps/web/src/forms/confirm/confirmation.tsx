import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type Question, question } from '../../api/question.ts'
import { useStore } from '../../browser/listeners.ts'
import { useSession } from '../../shell/session.ts'

/**
 * Asks the player for a confirmation when the server wants one. Mounted once, beside the screens:
 * none of them knows of it. A player who goes elsewhere or is logged out has answered with no.
 */
export function Confirmation() {
  const asked = useStore(question)
  const [Sheet, setSheet] = useState<ComponentType<{ asked: Question | null }>>()
  const { pathname } = useLocation()
  const player = useSession()?.id

  useEffect(() => {
    if (!asked) return
    import('./confirm-sheet.tsx').then(
      ({ ConfirmSheet }) => setSheet(() => ConfirmSheet),
      () => asked.answer(null),
    )
  }, [asked])

  return (
    <>
      <NoAtTheEnd key={`${player} ${pathname}`} />
      {Sheet && <Sheet asked={asked} />}
    </>
  )
}

function NoAtTheEnd() {
  useEffect(() => () => question.read()?.answer(false), [])
  return null
}
