import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { toast } from './toasts.ts'

/** Copies `text` and confirms it in a toast; shows `failed` if the browser forbids it. */
export async function copyText(
  text: string,
  copied = 'Copied',
  failed = 'Failed to copy',
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(copied)
  } catch {
    toast.error(failed)
  }
}

export interface CopyButtonProps {
  /** Its name: "Copy the commitment". */
  label: string
  text: string
  copied?: string
  failed?: string
  /** Beside the icon; without it the button is the icon alone. */
  children?: ReactNode
  className?: string
  size?: number
}

export function CopyButton({
  label,
  text,
  copied,
  failed,
  children,
  className,
  size = 17,
}: CopyButtonProps) {
  const press = () => void copyText(text, copied, failed)
  const icon = <Copy size={size} aria-hidden />
  if (children === undefined)
    return (
      <IconButton label={label} onClick={press} className={className}>
        {icon}
      </IconButton>
    )
  return (
    <button type="button" aria-label={label} onClick={press} className={className}>
      {children}
      {icon}
    </button>
  )
}
