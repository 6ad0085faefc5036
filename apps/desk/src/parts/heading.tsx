import { useEffect } from 'react'

interface HeadingProps {
  name: string
  className?: string
}

/** The name of a screen, which its browser tab has too: operators keep several open. */
export function Heading({ name, className = '' }: HeadingProps) {
  useEffect(() => {
    const before = document.title
    document.title = `${name} · Pipkin back office`
    return () => {
      document.title = before
    }
  }, [name])
  return <h1 className={`text-h1 wrap-anywhere ${className}`}>{name}</h1>
}
