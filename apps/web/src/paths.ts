/**
 * The map of the product: each address with its title, who may see it and where Back leads.
 * `routes.tsx` says which screen it shows. It is data alone, because the build, the journeys and
 * the check of the specification read it too.
 */
export interface Path {
  readonly path: string
  /** In the top bar. */
  readonly title: string
  /** With the product's name, the document's title; without it that is `title`. */
  readonly documentTitle?: string
  /** Only for players: a visitor goes to /start and returns after the log-in. */
  readonly guarded?: true
  /** The bottom navigation is hidden. */
  readonly withoutNavigation?: true
  /** Where Back leads; `-1` is the page before. Without it the screen has no Back. */
  readonly back?: string | -1
}

/**
 * All but those of the games. The specification writes two of them `deposite` and
 * `internal-trasnfer`.
 */
export const fixedPaths = [
  { path: '/', title: 'Home' },
  { path: '/start', title: 'Start', withoutNavigation: true },
  { path: '/login', title: 'Login', withoutNavigation: true, back: '/start' },
  {
    path: '/forgot-password',
    title: 'Forgot Password',
    withoutNavigation: true,
    back: '/login',
  },
  { path: '/reset-password', title: 'New Password', withoutNavigation: true, back: '/login' },
  { path: '/not-me', title: "This wasn't me", withoutNavigation: true, back: '/login' },
  {
    path: '/signup',
    title: 'Create an Account',
    withoutNavigation: true,
    back: '/start',
  },
  { path: '/register-verify', title: 'Verification' },
  { path: '/games', title: 'Games', guarded: true },
  { path: '/activities', title: 'Activities', guarded: true },
  { path: '/account', title: 'Account', guarded: true },
  {
    path: '/account/wallet',
    title: 'My Wallet',
    guarded: true,
    back: '/account',
  },
  {
    path: '/account/wallet/deposite',
    title: 'Deposit',
    guarded: true,
    back: '/account/wallet',
  },
  {
    path: '/account/wallet/withdraw',
    title: 'Withdraw',
    guarded: true,
    back: '/account/wallet',
  },
  { path: '/account/wallet/send-money', title: 'Send', guarded: true, back: '/account/wallet' },
  {
    path: '/account/wallet/internal-trasnfer',
    title: 'Internal',
    guarded: true,
    back: '/account/wallet',
  },
  { path: '/account/invite', title: 'Referral Link', guarded: true, back: '/account' },
  { path: '/account/level-earning', title: 'Level Earning', guarded: true, back: '/account' },
  { path: '/account/referral-team', title: 'Team', guarded: true, back: '/account' },
  { path: '/account/my-profile', title: 'My Profile', guarded: true, back: '/account' },
  {
    path: '/account/my-profile/edit-profile',
    title: 'Edit Profile',
    guarded: true,
    back: '/account/my-profile',
  },
  { path: '/account/security', title: 'Security', guarded: true, back: '/account' },
  { path: '/account/change-password', title: 'Change Password', guarded: true, back: '/account' },
  { path: '/account/your-data', title: 'Your Data', guarded: true, back: '/account' },
  { path: '/account/limits', title: 'Limits and breaks', guarded: true, back: '/account' },
  {
    path: '/account/limits/history',
    title: 'History of play',
    guarded: true,
    back: '/account/limits',
  },
  { path: '/support', title: 'Support', back: '/account' },
  { path: '/notifications', title: 'Notifications', guarded: true, back: -1 },
  { path: '/kyc', title: 'KYC', guarded: true, back: -1 },
  {
    path: '/account/terms-conditions',
    title: 'Terms & Conditions',
    withoutNavigation: true,
    back: -1,
  },
  {
    path: '/fairness',
    title: 'Fairness',
    withoutNavigation: true,
    back: -1,
  },
  { path: '/solvency', title: 'What we owe', withoutNavigation: true, back: -1 },
  {
    path: '/fairness/:transactionId',
    title: 'Proof of a round',
    withoutNavigation: true,
    back: -1,
  },
  { path: '/rounds/:transactionId', title: 'A round', withoutNavigation: true, back: -1 },
  { path: '*', title: '404 - Page Not Found' },
] as const satisfies readonly Path[]

export type FixedPath = (typeof fixedPaths)[number]['path']

/** Where a game is played for money. */
export const realPath = (game: string): string => `/games/${game}`

/** A game's addresses, for money and for play money. */
export function gamePaths({ name, title }: { name: string; title: string }): [Path, Path] {
  const real = {
    path: realPath(name),
    title,
    guarded: true,
    withoutNavigation: true,
    back: '/games',
  } as const
  return [real, { ...real, path: `/demo-games/${name}`, documentTitle: `${title} demo` }]
}

/** Every address of a product with these games. */
export const pathsWith = (
  games: readonly { readonly name: string; readonly title: string }[],
): readonly Path[] => [...games.flatMap(gamePaths), ...fixedPaths]
