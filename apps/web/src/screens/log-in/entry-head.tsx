import { ArrowLeft } from 'lucide-react'
import { useBack } from '../../shell/screen-bar.tsx'
import { Art } from '../../ui/art.tsx'
import { Hero } from '../../ui/hero.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

export interface EntryHeadProps {
  title: string
  text: string
  /** In place of the route's Back. */
  onBack?: () => void
}

/** The glazed head of the screens that lead into an account. */
export function EntryHead({ title, text, onBack }: EntryHeadProps) {
  const back = useBack()
  return (
    <Hero className="px-4.5 pt-4 pb-3.5 wide:w-120">
      <div className="flex items-center justify-between">
        <IconButton label="Back" onClick={onBack ?? back} className="-ml-2.5">
          <ArrowLeft size={22} aria-hidden />
        </IconButton>
        <Art name="mark" size={38} className="wide:hidden" />
      </div>
      <h1 tabIndex={-1} className="mt-5.5 text-display [overflow-wrap:anywhere]">
        {title}
      </h1>
      <p className="mt-1.5 text-on-glaze2">{text}</p>
    </Hero>
  )
}
