/**
 * The rules of the tree: what may import what, which words and names are banned, where lines may be
 * long. Data only: `check.ts` reads it, `tidy.test.ts` applies it.
 */

/** A tracked text file. */
export interface Source {
  /** From the root, with forward slashes. */
  readonly path: string
  readonly text: string
}

/**
 * A part of the tree and the other parts that it may import. Zones are listed bottom up: each
 * builds on those before it.
 */
export interface Zone {
  /** A folder or a file, from the root. */
  readonly place: string
  readonly mayImport: readonly string[]
}

const words = (list: string): string[] => list.split(' ').filter((word) => word !== '')
const packages = (names: string): string[] => words(names).map((name) => `packages/${name}`)
const server = (name: string) => `apps/server/src/${name}`
const web = (name: string) => `apps/web/src/${name}`

/** A folder of the server: the packages and the folders beside it that it may import. */
const inServer = (folder: string, ofPackages: string, folders = ''): Zone => ({
  place: server(folder),
  mayImport: [...packages(ofPackages), ...words(folders).map(server)],
})

/** The same of the web app. */
const inWeb = (folder: string, ofPackages = '', folders = ''): Zone => ({
  place: web(folder),
  mayImport: [...packages(ofPackages), ...words(folders).map(web)],
})

export const zones: readonly Zone[] = [
  { place: 'packages/money', mayImport: [] },
  { place: 'packages/log', mayImport: [] },
  { place: 'packages/games', mayImport: ['packages/money'] },
  { place: 'packages/contract', mayImport: ['packages/money', 'packages/games'] },
  { place: 'packages/solvency', mayImport: ['packages/games'] },

  inServer('platform', 'contract'),
  inServer('ledger', 'money contract', 'platform'),
  inServer('players', 'money contract', 'config.ts platform ledger'),
  inServer('rounds', 'money games contract', 'config.ts platform ledger players'),
  inServer('cashier', 'money contract', 'config.ts platform ledger players'),
  inServer('log', 'log games contract', 'platform ledger rounds'),
  inServer('transfers', 'money contract', 'config.ts platform ledger players'),
  inServer('referral', 'money contract', 'config.ts platform players'),
  inServer('activity', 'money contract', 'config.ts platform ledger players rounds'),
  inServer('solvency', 'money games contract solvency', 'config.ts platform ledger'),
  inServer('safer-play', 'money contract', 'config.ts platform ledger activity'),
  inServer('support', 'money contract', 'config.ts platform ledger players'),
  inServer('live', 'contract', 'config.ts platform ledger players'),
  inServer('operator', 'money log games contract', 'config.ts platform ledger rounds log'),
  inServer('desk', 'money games contract', 'config.ts platform ledger players operator'),
  {
    place: 'apps/server/src',
    mayImport: ['packages/money', 'packages/log', 'packages/contract', 'apps/server/src'],
  },
  {
    place: 'apps/server/test',
    mayImport: [
      'packages/money',
      'packages/games',
      'packages/contract',
      'apps/server/src',
      'apps/local',
      'token',
    ],
  },
  { place: 'apps/witness', mayImport: ['packages/log', 'apps/server/src/platform'] },
  {
    place: 'apps/local',
    mayImport: ['packages/log', 'packages/contract', 'apps/server/src', 'apps/witness', 'token'],
  },

  inWeb('browser'),
  inWeb('ui', 'money', 'browser art brand'),
  inWeb('api', 'money contract', 'browser'),
  inWeb('paths.ts'),
  inWeb('shell', 'contract', 'paths.ts browser ui api'),
  inWeb('play', 'money games contract', 'browser ui api'),
  inWeb('wallets', 'money contract', 'browser ui'),
  inWeb('forms', 'money contract', 'browser ui api shell'),
  inWeb('games', 'money games contract', 'paths.ts browser ui api shell play forms'),
  inWeb(
    'screens',
    'money log games contract solvency',
    'browser ui api shell play wallets forms games',
  ),
  inWeb('routes.tsx', '', 'paths.ts api shell games screens'),
  {
    place: 'apps/web',
    mayImport: [
      'packages/money',
      'packages/log',
      'packages/games',
      'packages/contract',
      'apps/web',
    ],
  },
  // The back office: the player's look, and nothing that calls the player's API.
  {
    place: 'apps/desk',
    mayImport: [
      'packages/money',
      'packages/contract',
      'apps/web/src/brand',
      'apps/web/src/browser',
      'apps/web/src/ui',
      'apps/web/build',
    ],
  },
  { place: 'token', mayImport: [] },
]

/** Libraries that only these places may import. */
export const reserved: Readonly<Record<string, readonly string[]>> = {
  viem: [
    server('cashier/chain'),
    server('platform/shown-address.ts'),
    'apps/server/test',
    'apps/local',
    'apps/web/src/wallets',
    'e2e',
  ],
  '@noble/curves': ['packages/games/src/verify', 'packages/log'],
  nodemailer: [server('platform')],
  sharp: [server('players/accounts')],
  'file-type': [server('players/accounts')],
  pg: [server('platform'), 'apps/server/test', 'apps/local'],
  fastify: [server('platform'), server('desk'), server('log'), server('app.ts'), 'apps/local'],
}

export interface BannedWord {
  readonly pattern: RegExp
  readonly instead: string
  /** The paths where the word is banned; all, by default. */
  readonly within?: RegExp
}

const code = /^(packages|apps|token|tools|e2e|bench|chaos)\//
/** What Node runs itself (vitest.config.ts); rigged-game.test.ts is in the list `alone` there. */
const loadedByNode =
  /^(?!bench\/rigged-game\.test\.ts$)(packages|tools|apps\/(server|local|witness)|token|bench|chaos)\/|^apps\/(web|desk)\/(build\/)?[^/]+\.test\.ts$/
const notTests = /^(?!.*\.test\.tsx?$)(packages|apps)\//

export const bannedWords: readonly BannedWord[] = [
  {
    pattern: /\bconsole\.log\(/,
    instead: 'the log, or process.stdout where a person reads',
    within: code,
  },
  { pattern: /\b(FIXME|XXX|HACK|TODO)\b/, instead: 'do it, or write an issue', within: code },
  { pattern: /\bamount: number\b/, instead: 'Money', within: notTests },
  { pattern: /\bparseFloat\(/, instead: 'parseMoney', within: notTests },
  {
    pattern:
      /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/,
    instead: 'text: what comes from outside is never markup or code',
    within: notTests,
  },
  {
    pattern: /’/,
    instead: "', as in the specification's texts",
    within: /^apps\/web\/src\/(?!.*\.test\.tsx?$)/,
  },
  {
    pattern: /\.toFixed\(/,
    instead: 'moneyText or percentText',
    within: /^(?!.*\.test\.tsx?$)(packages|apps\/(server|web))\//,
  },
  {
    pattern: /\b(Math\.random|Date\.now|new Date\(\))/,
    instead: 'the chance and time that are passed in',
    within: /^packages\/(?!.*\.test\.ts)/,
  },
  {
    pattern: /\b(local|session)Storage\./,
    instead: 'stored (apps/web/src/browser/storage.ts), since a browser may block its storage',
    within: /^(?!.*\.test\.tsx?$)apps\/(web|desk)\/src\//,
  },
  {
    pattern: /@pipkin\/games\/returns/,
    instead: "the server's answers, or @pipkin/games/percent-text: no browser loads a solver",
    within: /^apps\/(web|desk)\/src\//,
  },
  {
    pattern: /\b(it|test|describe)\.(only|skip|todo)\b/,
    instead: 'a test that runs',
    within: code,
  },
  {
    pattern: /\bvi\.(mock|doMock)\(/,
    instead: 'a parameter; Node loads the modules of these tests, so a mock would do nothing',
    within: loadedByNode,
  },
  {
    pattern: /\bsetTimeout\([^,]*resolve/,
    instead: 'wait for what you wait for',
    within: /\.test\.tsx?$|^e2e\//,
  },
  {
    pattern: /\.unroute\(|\btimes: \d/,
    instead: 'routeUntil or routeOnce, which lose no request (e2e/support/route.ts)',
    within: /^e2e\/journeys\//,
  },
]

/** Names that say nothing about what a folder or file does. */
export const bannedNames =
  /(^|\/)(utils?|helpers?|controllers?|services?|repositories|common|misc)(\/|\.tsx?$)/

/** Files that tools write, whose lines may be long. */
const generated = [
  /(^|\/)vectors(\/|\.)/,
  /^token\/(artifact|test\/artifacts)\.ts$/,
  /^apps\/web\/src\/art\//,
]

export const mayHaveLongLines = new RegExp(generated.map(({ source }) => source).join('|'))
