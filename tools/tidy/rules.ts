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

const packages = {
  money: 'packages/money',
  log: 'packages/log',
  games: 'packages/games',
  contract: 'packages/contract',
  solvency: 'packages/solvency',
}
const server = (name: string) => `apps/server/src/${name}`
const web = (name: string) => `apps/web/src/${name}`

const serverBase = [
  packages.money,
  packages.games,
  packages.contract,
  server('platform'),
  server('config.ts'),
]
const toPlayers = [...serverBase, server('ledger'), server('players')]
const webBase = [packages.money, packages.games, packages.contract, web('browser')]

export const zones: readonly Zone[] = [
  { place: packages.money, mayImport: [] },
  { place: packages.log, mayImport: [] },
  { place: packages.games, mayImport: [packages.money] },
  { place: packages.contract, mayImport: [packages.money, packages.games] },
  { place: packages.solvency, mayImport: [packages.games] },

  { place: server('platform'), mayImport: [packages.money, packages.games, packages.contract] },
  { place: server('ledger'), mayImport: serverBase },
  { place: server('players'), mayImport: [...serverBase, server('ledger')] },
  { place: server('rounds'), mayImport: toPlayers },
  { place: server('cashier'), mayImport: [...toPlayers] },
  { place: server('log'), mayImport: [...toPlayers, packages.log, server('rounds')] },
  { place: server('transfers'), mayImport: toPlayers },
  { place: server('referral'), mayImport: toPlayers },
  {
    place: server('activity'),
    mayImport: [
      ...toPlayers,
      server('rounds'),
      server('cashier'),
      server('transfers'),
      server('referral'),
    ],
  },
  { place: server('solvency'), mayImport: [...toPlayers, packages.solvency] },
  { place: server('safer-play'), mayImport: [...toPlayers, server('activity')] },
  { place: server('support'), mayImport: [...toPlayers, server('activity')] },
  { place: server('live'), mayImport: [...toPlayers, server('support')] },
  {
    place: server('operator'),
    mayImport: [
      ...toPlayers,
      server('rounds'),
      server('cashier'),
      server('activity'),
      server('support'),
      server('live'),
      server('log'),
      packages.log,
    ],
  },
  {
    place: server('desk'),
    mayImport: [...toPlayers, server('operator')],
  },
  { place: 'apps/server/src', mayImport: [...Object.values(packages), 'apps/server/src'] },
  {
    place: 'apps/server/test',
    mayImport: [
      ...Object.values(packages),
      'apps/server/src',
      'apps/local',
      'apps/witness',
      'token',
    ],
  },
  { place: 'apps/witness', mayImport: [packages.log, server('platform')] },
  {
    place: 'apps/local',
    mayImport: [...Object.values(packages), 'apps/server/src', 'apps/witness', 'token'],
  },

  { place: web('browser'), mayImport: [] },
  { place: web('ui'), mayImport: [packages.money, web('browser'), web('art'), web('brand')] },
  { place: web('api'), mayImport: webBase },
  { place: web('paths.ts'), mayImport: [] },
  { place: web('shell'), mayImport: [...webBase, web('paths.ts'), web('ui'), web('api')] },
  { place: web('play'), mayImport: [...webBase, web('ui'), web('api'), web('shell')] },
  { place: web('wallets'), mayImport: [...webBase, web('ui'), web('api'), web('shell')] },
  { place: web('forms'), mayImport: [...webBase, web('ui'), web('api'), web('shell')] },
  {
    place: web('games'),
    mayImport: [
      ...webBase,
      web('paths.ts'),
      web('ui'),
      web('api'),
      web('shell'),
      web('play'),
      web('forms'),
    ],
  },
  {
    place: web('screens'),
    mayImport: [
      ...webBase,
      packages.solvency,
      packages.log,
      web('ui'),
      web('api'),
      web('shell'),
      web('play'),
      web('wallets'),
      web('forms'),
      web('games'),
      web('art'),
      web('brand'),
    ],
  },
  {
    place: web('routes.tsx'),
    mayImport: [web('paths.ts'), web('api'), web('screens'), web('games'), web('shell')],
  },
  { place: 'apps/web', mayImport: [...Object.values(packages), 'apps/web'] },
  // The back office: the player's look, and nothing that calls the player's API.
  {
    place: 'apps/desk',
    mayImport: [packages.money, packages.contract, web('ui'), 'apps/web/build', 'apps/desk'],
  },
  { place: 'token', mayImport: [] },
]

/** Libraries that only these places may import. */
export const reserved: Readonly<Record<string, readonly string[]>> = {
  viem: [
    server('cashier/chain'),
    'apps/server/test',
    'apps/local',
    'apps/web/src/wallets',
    'apps/web/src/screens/wallet',
    'token',
    'e2e',
  ],
  '@noble/curves': ['packages/games/src/verify', 'packages/games/test', packages.log],
  nodemailer: [server('platform')],
  sharp: [server('players/accounts')],
  'file-type': [server('players/accounts')],
  pg: [server('platform'), 'apps/server/test', 'apps/local'],
  fastify: [
    server('platform'),
    server('desk'),
    server('log'),
    server('app.ts'),
    server('api.ts'),
    'apps/local',
  ],
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
  /^(?!bench\/rigged-game\.test\.ts$)(packages|tools|apps\/(server|local)|token|bench|chaos)\/|^apps\/(web|desk)\/(build\/)?[^/]+\.test\.ts$/
const notTests = /^(?!.*\.test\.tsx?$)(packages|apps)\//

export const bannedWords: readonly BannedWord[] = [
  {
    pattern: /\bconsole\.log\(/,
    instead: 'the log, or process.stdout where a person reads',
    within: code,
  },
  { pattern: /\b(FIXME|XXX|HACK|TODO)\b/, instead: 'do it, or write an issue', within: code },
  { pattern: /\bamount: number\b/, instead: 'Money', within: notTests },
  { pattern: /\bparseFloat\(/, instead: 'moneyFromWire', within: notTests },
  {
    pattern:
      /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/,
    instead: 'text: what comes from outside is never markup or code',
    within: notTests,
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
