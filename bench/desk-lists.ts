import { openBenchServer } from './http/bench-server.ts'
import { closedLoop, percentile } from './http/closed-loop.ts'
import { fillForDesk, openDesk } from './http/desk-process.ts'
import { findOrGrow } from './http/find-or-grow.ts'
import { firstPlayer } from './sql/make-players.ts'

/**
 * How long every list and sum of the back office takes with few players and with many:
 * `node bench/desk-lists.ts FOLDER [few] [many] [rounds]`, by default 100,000, 1,000,000 and ten
 * rounds of a quarter of a second each, in turns. FOLDER keeps the grown databases. Exits 1 where a
 * p95 is more than twice as long. Needs a built back office.
 */
const [folder, ...numbers] = process.argv.slice(2)
const [few = 100_000, many = 1_000_000, rounds = 10] = numbers.map(Number)
const say = (line: string) => process.stdout.write(`${line}\n`)

const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const player = firstPlayer + 42
const ring = firstPlayer + 100

const calls = [
  'readNow',
  'listPayouts?limit=20',
  'searchPlayers?text=meera',
  `searchPlayers?text=${player}`,
  'searchPlayers?text=p4242%40example.com',
  `readPlayer?player=${player}`,
  `listRounds?player=${player}&limit=20`,
  'listInbox?state=open&limit=20',
  'listInbox?state=closed&limit=20',
  `listInbox?state=open&text=${player - 2}&limit=20`,
  'readCase?case=100042',
  'listReturns?span=all&limit=50',
  'listReturns?span=day&limit=50',
  'readGame?game=1',
  'listGameRounds?limit=50',
  `listGameRounds?game=1&of=placed&span=day&since=${dayBefore(45)}&limit=50`,
  `listGameRounds?of=ended&span=month&since=${dayBefore(60).slice(0, 8)}01&limit=50`,
  'readMoney?by=day',
  'readMoney?by=month',
  'listSnapshots?limit=60',
  'listMovements?kind=deposit&limit=50',
  `listMovements?kind=rewards&by=day&start=${dayBefore(45)}&limit=50`,
  'listMovements?kind=fees&limit=50',
  'listUnmatched',
  'readReferral',
  'listReferrers?limit=50',
  'listWaitingRewards',
  'listUnlocked?limit=50',
  'readReferralTerms',
  'listTermVersions?limit=50',
  'listRings?limit=50',
  `readRing?player=${ring}`,
  'listNearLimits?limit=50',
  'listRisks?limit=50',
  'listLongSessions?limit=50',
  'listBreaks?kind=timeout&limit=50',
  'listBreaks?kind=timeout&over=yes&limit=50',
  'listBreaks?kind=exclusion&limit=50',
  'listPendingLimits?limit=50',
  'listRemindersSeen?limit=50',
  'listKeptRewards?limit=50',
  `readPlayerSafety?player=${player}`,
  'listHouseNotices?state=live&limit=50',
  'listHouseNotices?state=ended&limit=50',
  'listTerms',
  'listAudits?limit=20',
  'listAccepted?limit=50',
  `listAccepted?player=${player}&limit=50`,
  'readFeeSettings',
  'listFeeVersions?limit=50',
  'listUnderWay?kind=withdrawal&limit=50',
  'readHealth?span=hour',
  'listOperators',
  'listProposals',
  'listActs?limit=50',
  `listActs?about=${player}&limit=50`,
]

const bench = await openBenchServer(folder)
try {
  const grown = (players: number) =>
    findOrGrow({
      server: bench,
      name: `lists_${players}`,
      fill: (empty) => fillForDesk(empty, players, say, true),
      say,
    })
  // Both are grown before a session begins, which ends after half an hour.
  const [first, second] = [await grown(few), await grown(many)]
  const desks = [await openDesk(first), await openDesk(second)]
  say(`| call | p50 and p95 in ms of ${few} | of ${many} | p95 × |`)
  for (const call of calls) {
    for (const { ask } of desks) for (let warm = 0; warm < 5; warm += 1) await ask(call)
    const times: number[][] = desks.map(() => [])
    for (let round = 0; round < rounds; round += 1)
      for (const [nth, { ask }] of desks.entries())
        times[nth]?.push(...(await closedLoop(1, 0.25, () => ask(call))).times)
    const samples = times.map((all) => ({
      count: all.length,
      seconds: 1,
      times: Float64Array.from(all).sort(),
    }))
    const of = (share: number) => samples.map((sample) => percentile(sample, share))
    const [[p50 = 0, p50Many = 0], [p95 = 0, p95Many = 0]] = [of(0.5), of(0.95)]
    if (p95Many > 2 * p95) process.exitCode = 1
    const text = (ms: number) => ms.toFixed(1)
    say(
      `| \`${call}\` | ${text(p50)}, ${text(p95)} | ${text(p50Many)}, ${text(p95Many)} | ` +
        `${(p95Many / p95).toFixed(2)} |`,
    )
  }
  for (const desk of desks) await desk.stop()
} finally {
  await bench.close()
}
