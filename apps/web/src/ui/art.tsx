import { pictures } from '../art/index.ts'
import coin from '../brand/coin.svg'
import mark from '../brand/mark.svg'
import pot from '../brand/pot.svg'
import ticTacToe from '../brand/tic-tac-toe.svg'
import tokenO from '../brand/token-o.svg'
import tokenX from '../brand/token-x.svg'
import { cx } from './cx.ts'

const art = {
  ...pictures,
  coin,
  mark,
  pot,
  'tic-tac-toe': ticTacToe,
  'token-o': tokenO,
  'token-x': tokenX,
} as const

export type ArtName = keyof typeof art

/** A decorative picture; text beside it carries the meaning. `size` in px. */
export function Art({
  name,
  size,
  className,
}: {
  name: ArtName
  size: number
  className?: string
}) {
  return (
    <img
      src={art[name]}
      width={size}
      height={size}
      alt=""
      draggable={false}
      className={cx('shrink-0', name === 'bomb' && 'dark-bomb', className)}
    />
  )
}

/** Keeps the pictures, so that none is dropped before it is shown. */
const ahead = new Map<ArtName, HTMLImageElement>()

/** Fetches pictures before they are shown, so that they appear at once, and offline too. */
export function fetchAhead(names: readonly ArtName[]): void {
  for (const name of names) {
    if (ahead.has(name)) continue
    const image = new Image()
    image.src = art[name]
    ahead.set(name, image)
  }
}

/** Before an amount; `Fkr` follows it. */
export function Coin({ size = 19 }: { size?: number }) {
  return <Art name="coin" size={size} />
}

/** The unit after an amount with a coin. */
export const Fkr = () => (
  <span className="text-[max(0.75rem,0.55em)] font-560 tracking-normal whitespace-nowrap">
    {' '}
    fkr
  </span>
)
