import { CopyButton } from '../../ui/copy-button.tsx'
import { shortId } from '../../ui/short-id.ts'

/**
 * A commitment or a seed in one line: its two ends, and the whole of it to copy. Large text puts
 * it below its label. Stands inside a `dl`.
 */
export function SealedValue({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-2">
      <dt className="text-sm whitespace-nowrap text-ink2">{label}</dt>
      <dd className="ml-auto flex min-w-0 items-center text-sm font-600 tracking-[0.01em] [overflow-wrap:anywhere]">
        {shortId(value, 10, 8)}
        <CopyButton label={`Copy ${label}`} text={value} className="-mr-3" />
      </dd>
    </div>
  )
}
