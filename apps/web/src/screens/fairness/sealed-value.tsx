import { CopyButton } from '../../ui/copy-button.tsx'
import { shortText } from '../../ui/short-text.ts'

/** A commitment or a seed in one line: its two ends, and the whole of it to copy. Stands inside a `dl`. */
export function SealedValue({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-2">
      <dt className="text-sm text-ink2">{label}</dt>
      <dd className="flex items-center text-sm font-600 tracking-[0.01em]">
        {shortText(value)}
        <CopyButton label={`Copy ${label}`} text={value} className="-mr-3" />
      </dd>
    </div>
  )
}
