import { CircleUserRound, Dices, History, House, type LucideIcon } from 'lucide-react'

/** The four places of the main navigation. */
export const places: readonly { to: string; name: string; icon: LucideIcon }[] = [
  { to: '/', name: 'Home', icon: House },
  { to: '/games', name: 'Games', icon: Dices },
  { to: '/activities', name: 'Activities', icon: History },
  { to: '/account', name: 'Account', icon: CircleUserRound },
]

/** Which place a path belongs to: the wallet and its pages are under Account. -1 for none. */
export const placeOf = (path: string): number =>
  places.findIndex(({ to }) => path === to || (to !== '/' && path.startsWith(`${to}/`)))
