import { type ReactNode, useEffect, useRef } from 'react'

/** What came of a form that is no longer shown. Takes the focus, so that it is read. */
export function EntryOutcome({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="pt-4">
      <h2 ref={heading} tabIndex={-1} className="text-h2">
        {title}
      </h2>
      {children}
    </section>
  )
}
