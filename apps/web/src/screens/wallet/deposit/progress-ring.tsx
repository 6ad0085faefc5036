import { Art } from '../../../ui/art.tsx'

/** The pot within a ring that fills up. Decorative: the steps carry it. */
export function ProgressRing({ progress }: { progress: number }) {
  return (
    <div aria-hidden className="relative mx-auto grid size-32 place-items-center">
      <svg viewBox="0 0 156 156" className="absolute inset-0 -rotate-90" aria-hidden="true">
        <circle cx="78" cy="78" r="70" fill="none" strokeWidth="11" className="stroke-glaze2" />
        {progress > 0 && (
          <circle
            cx="78"
            cy="78"
            r="70"
            fill="none"
            strokeWidth="11"
            strokeLinecap="round"
            pathLength={1}
            strokeDasharray={`${progress} 1`}
            className="stroke-butter transition-[stroke-dasharray] duration-(--t-base) ease-out"
          />
        )}
      </svg>
      <Art name="mark" size={70} />
    </div>
  )
}
