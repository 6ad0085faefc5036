import { Copy, Share2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-button.tsx'

/** Hands the link to the phone's own sharing; where there is none, it is copied. */
export function ShareInvite({ link }: { link: string }) {
  const copy = () => copyText(link, 'Link copied', 'Failed to copy invite link')
  async function share() {
    try {
      await navigator.share({ title: 'Pipkin', url: link })
    } catch (error) {
      // Who closes the phone's sheet didn't fail.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
    }
  }
  if (!('share' in navigator))
    return (
      <Button onClick={() => void copy()}>
        <Copy size={20} aria-hidden />
        Copy link
      </Button>
    )
  return (
    <Button onClick={() => void share()}>
      <Share2 size={20} aria-hidden />
      Share invite
    </Button>
  )
}
