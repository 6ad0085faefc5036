import type { ReactNode } from 'react'

/** A rounded figure in a bar, such as the balance. `label` reads it in full. */
export function Pill({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span
      role="img"
      aria-label={label}
      className="inline-flex h-9 shrink-0 items-center gap-1.5 rounded-full bg-surface pr-3 pl-2 text-[0.9375rem] font-700 whitespace-nowrap text-ink lined"
    >
      {children}
    </span>
  )
}
