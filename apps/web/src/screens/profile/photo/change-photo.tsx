import { Camera } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { PlayerAvatar } from '../../../shell/player-avatar.tsx'
import type { Session } from '../../../shell/session.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { toast } from '../../../ui/toasts.ts'
import { photoNotSaved } from '../texts.ts'
import { PhotoForm } from './photo-form.tsx'

/** The player's picture with a camera on it; a chosen file is framed in a sheet. */
export function ChangePhoto({ player }: { player: Session }) {
  const file = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap>()
  const [open, setOpen] = useState(false)
  // A photo of a phone takes some 50 MB: not left to the garbage collection.
  useEffect(() => () => picture?.close(), [picture])

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? []
    // The same file can be chosen again.
    target.value = ''
    if (!chosen) return
    try {
      setPicture(await createImageBitmap(chosen))
      setOpen(true)
    } catch {
      toast.error(photoNotSaved)
    }
  }

  return (
    <div className="flex flex-col items-center pt-1.5 pb-1">
      <div className="relative">
        <PlayerAvatar player={player} size={96} />
        <IconButton
          label="Change photo"
          onClick={() => file.current?.click()}
          className="absolute -right-3 -bottom-2 !rounded-full bg-surface edged"
        >
          <Camera size={20} aria-hidden />
        </IconButton>
      </div>
      <input
        ref={file}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label="Photo"
        hidden
        onChange={(event) => void choose(event)}
      />
      <p className="mt-3.5 text-cap text-ink2">JPEG or PNG. Its location is removed.</p>
      {picture && (
        <Sheet open={open} onClose={() => setOpen(false)} title="Your photo">
          <PhotoForm playerId={player.id} picture={picture} onSaved={() => setOpen(false)} />
        </Sheet>
      )}
    </div>
  )
}
