import type { KeyboardEvent, ReactNode } from 'react'

/** Radio buttons that arrow keys go through, in as many columns as they are drawn in. */
export function ChoiceGroup({
  label,
  columns,
  className,
  children,
}: {
  label: string
  columns: number
  className: string
  children: ReactNode
}) {
  function pressKey(event: KeyboardEvent<HTMLDivElement>) {
    const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')]
    const at = radios.findIndex((radio) => radio.matches(':focus'))
    const open = radios.map((radio) => radio.getAttribute('aria-disabled') !== 'true')
    const next = radios[nextOf(event.key, at, open, columns)]
    if (!next) return
    event.preventDefault()
    next.focus()
    next.click()
  }
  return (
    <div role="radiogroup" aria-label={label} className={className} onKeyDown={pressKey}>
      {children}
    </div>
  )
}

const steps: Readonly<Record<string, (columns: number) => number>> = {
  ArrowRight: () => 1,
  ArrowLeft: () => -1,
  ArrowDown: (columns) => columns,
  ArrowUp: (columns) => -columns,
}

/** Where an arrow key leads from `at`, past what is closed and around the ends; -1 for nowhere. */
export function nextOf(key: string, at: number, open: readonly boolean[], columns: number): number {
  const step = steps[key]?.(columns)
  if (step === undefined || at < 0) return -1
  const places = open.map(
    (_, i) => (((at + step * (i + 1)) % open.length) + open.length) % open.length,
  )
  return places.find((place) => open[place] && place !== at) ?? -1
}
