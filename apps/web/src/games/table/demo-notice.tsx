import { Info } from 'lucide-react'

/** Says what a demo is, and in what it differs from the real game. */
export function DemoNotice({
  differs,
  className,
}: {
  differs: string | undefined
  className?: string
}) {
  return (
    <div
      className={`flex items-center gap-2.5 rounded-md bg-info-tint px-3.5 py-2.75 ${className ?? ''}`}
    >
      <Info size={20} aria-hidden className="shrink-0 text-info" />
      <p className="text-sm">Demo: play money only. It can't be won, lost or paid out. {differs}</p>
    </div>
  )
}
