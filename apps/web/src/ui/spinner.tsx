import { LoaderCircle } from 'lucide-react'

/** Turns unless the player prefers reduced motion. Decorative: text announces the wait. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="shrink-0 motion-safe:animate-spin" />
}
