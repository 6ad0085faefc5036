import { lazy, Suspense, useEffect, useState } from 'react'
import type { SheetProps } from './dialog-sheet.tsx'

const load = () => import('./dialog-sheet.tsx')
const DialogSheet = lazy(load)

/**
 * A bottom sheet: traps the focus, Esc and a press beside it close it, the focus returns. Up in 320
 * ms, down in 200. What it is made of comes after the screen that has one.
 */
export function Sheet(props: SheetProps) {
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    if (props.open) setNeeded(true)
  }, [props.open])
  useEffect(() => {
    // Where it can't be loaded now, it is tried again when it is needed.
    load().catch(() => undefined)
  }, [])
  return (
    needed && (
      <Suspense>
        <DialogSheet {...props} />
      </Suspense>
    )
  )
}
