import './growing-tint.css'
import { type ReactNode, ViewTransition } from 'react'

/**
 * The tint of a game's card grows into its board, and back, if the browser can do that. `address`
 * is any of the game's addresses: all end in the same name.
 */
export const GrowingTint = ({ address, children }: { address: string; children: ReactNode }) => (
  <ViewTransition
    name={`tint-${address.slice(address.lastIndexOf('/') + 1)}`}
    share="auto"
    default="none"
  >
    {children}
  </ViewTransition>
)
