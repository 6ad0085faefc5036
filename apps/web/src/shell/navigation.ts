import { CircleUserRound, Dices, History, House, type LucideIcon } from 'lucide-react'

/** The four destinations of the main navigation. */
export const destinations: readonly { to: string; name: string; icon: LucideIcon }[] = [
  { to: '/', name: 'Home', icon: House },
  { to: '/games', name: 'Games', icon: Dices },
  { to: '/activities', name: 'Activities', icon: History },
  { to: '/account', name: 'Account', icon: CircleUserRound },
]

/** Screens that belong to Account though their addresses don't. */
const ofAccount = ['/support', '/notifications', '/kyc']

/** The index of a path's destination, -1 for none. The wallet's pages belong to Account. */
export function destinationOf(path: string): number {
  const known = ofAccount.includes(path) ? '/account' : path
  return destinations.findIndex(
    ({ to }) => known === to || (to !== '/' && known.startsWith(`${to}/`)),
  )
}
