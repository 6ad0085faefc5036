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

/** A decorative picture; what it means stands in words beside it. `size` in px. */
export function Art({ name, size, className }: { name: ArtName; size: number; className?: string }) {
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

/** The unit of every amount in lists. */
export function Coin({ size = 19 }: { size?: number }) {
  return <Art name="coin" size={size} />
}
