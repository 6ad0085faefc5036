import { CopyButton } from '../../ui/copy-button.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { shortId } from '../../ui/short-id.ts'

/** A long id in a summary: its ends, and the whole by copying. */
export function CopiedId({
  label,
  id,
  href,
}: {
  label: string
  id: string
  href?: string | undefined
}) {
  const short = <span className="text-sm font-600 tracking-[0.01em]">{shortId(id, 7)}</span>
  return (
    <KeyValue label={label} className="min-h-11 flex-wrap">
      <span className="-mr-3.5 flex items-center [overflow-wrap:anywhere]">
        {href === undefined ? (
          short
        ) : (
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            className="py-3 text-link underline-offset-4 hover:underline"
          >
            {short}
          </a>
        )}
        <CopyButton label={`Copy ${label}`} text={id} size={18} />
      </span>
    </KeyValue>
  )
}
