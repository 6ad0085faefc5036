import { Download, Link } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-button.tsx'
import { saveJson } from './save-json.ts'

/** The proof in the player's hands: its link, and its file for any verifier. */
export function TakeAway({ proof, name }: { proof: unknown; name: string }) {
  return (
    <div className="mt-auto flex flex-wrap gap-2.5 pt-3">
      <Button
        look="line"
        size="medium"
        className="min-h-12.5 flex-1 !rounded-button !text-[0.9375rem]"
        onClick={() => void copyText(location.href.replace(/[?#].*/, ''), 'Link copied')}
      >
        <Link size={18} aria-hidden />
        Copy link
      </Button>
      <Button
        look="line"
        size="medium"
        className="min-h-12.5 flex-1 !rounded-button !text-[0.9375rem]"
        aria-label="Download as JSON"
        onClick={() => saveJson(proof, name)}
      >
        <Download size={18} aria-hidden />
        JSON
      </Button>
    </div>
  )
}
