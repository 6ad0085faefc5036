import { CircleUserRound, Dices, History, House, type LucideIcon } from 'lucide-react'

/** The four places of the main navigation. */
export const places: readonly { to: string; name: string; icon: LucideIcon }[] = [
  { to: '/', name: 'Home', icon: House },
  { to: '/games', name: 'Games', icon: Dices },
  { to: '/activities', name: 'Activities', icon: History },
  { to: '/account', name: 'Account', icon: CircleUserRound },
]

/** Screens about the player whose addresses don't say so. */
const ofAccount = ['/support', '/notifications', '/kyc']

/** Which place a path belongs to: the wallet and its pages are under Account. -1 for none. */
export function placeOf(path: string): number {
  const known = ofAccount.includes(path) ? '/account' : path
  return places.findIndex(({ to }) => known === to || (to !== '/' && known.startsWith(`${to}/`)))
}
