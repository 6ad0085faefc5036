import { LoaderCircle } from 'lucide-react'

/** Turns only where motion is welcome. Decorative: who waits says so in words. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="shrink-0 motion-safe:animate-spin" />
}
