import { changePicture } from '@pipkin/contract'
import { type ChangeEvent, useState } from 'react'
import { refetchCalls } from '../../../api/queries.ts'
import { upload } from '../../../api/upload.ts'
import { useStillHere } from '../../../forms/use-still-here.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toasts.ts'
import { photoNotSaved, photoSaved } from '../texts.ts'
import { CropSquare } from './crop-square.tsx'
import { cutOut } from './cut-out.ts'
import { largestZoom, middleOf, within } from './framing.ts'
import { UploadBar } from './upload-bar.tsx'

export interface PhotoFormProps {
  playerId: number
  picture: ImageBitmap
  onSaved: () => void
}

/** Cuts a square out of the picture and sends it. */
export function PhotoForm({ playerId, picture, onSaved }: PhotoFormProps) {
  const [framing, setFraming] = useState(() => middleOf(picture))
  /** The share that has been sent, 0 to 1; null before sending. */
  const [sent, setSent] = useState<number | null>(null)

  const isHere = useStillHere()

  async function save() {
    setSent(0)
    const saved = await send()
    if (saved !== true) {
      setSent(null)
      return toast.error(saved)
    }
    await refetchCalls('readProfile')
    toast.success(photoSaved)
    // Another picture's sheet may be open by now.
    if (isHere()) onSaved()
  }

  /** True, or why not. */
  async function send(): Promise<true | string> {
    const photo = await cutOut(picture, framing)
    if (!photo) return photoNotSaved
    const result = await upload(changePicture, { player: playerId, picture: photo }, setSent)
    return result.ok || photoNotSaved
  }

  const zoom = (event: ChangeEvent<HTMLInputElement>) =>
    setFraming(within(picture, { ...framing, zoom: Number(event.target.value) }))

  return (
    <>
      <CropSquare picture={picture} framing={framing} onChange={setFraming} />
      <label className="mt-3 flex items-center gap-3 text-sm font-620">
        Zoom
        <input
          type="range"
          min={1}
          max={largestZoom}
          step={0.05}
          value={framing.zoom}
          onChange={zoom}
          className="h-11 min-w-0 grow accent-link"
        />
      </label>
      {sent !== null && <UploadBar share={sent} />}
      <Button busy={sent !== null} onClick={() => void save()} className="mt-3">
        Save Photo
      </Button>
    </>
  )
}
