import { LoaderCircle } from 'lucide-react'

/** Decorative: text announces the wait. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="shrink-0 animate-spin" />
}
