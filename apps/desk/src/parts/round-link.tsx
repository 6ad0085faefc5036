import type { ReactNode } from 'react'

/** Leads to a round as it went, with its proof; the plain text where there is no such page. */
export const RoundLink = ({ replay, children }: { replay: string | null; children: ReactNode }) =>
  replay === null ? (
    children
  ) : (
    <a href={replay} target="_blank" rel="noreferrer" className="text-link underline">
      {children}
    </a>
  )
