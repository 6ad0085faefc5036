import { Info } from 'lucide-react'

/** Says what a demo is, and by which rules it is played. */
export function DemoNotice({ says, className }: { says: string; className?: string }) {
  return (
    <div
      className={`flex items-center gap-2.5 rounded-md bg-info-tint px-3.5 py-2.75 ${className ?? ''}`}
    >
      <Info size={20} aria-hidden className="shrink-0 text-info" />
      <p className="text-sm">Demo: play money only. It can't be won, lost or paid out. {says}</p>
    </div>
  )
}
