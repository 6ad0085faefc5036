import { games } from '../catalog.ts'
import { isHex32 } from '../fairness/bytes.ts'
import { canonicalJson } from '../fairness/canonical-json.ts'
import type { History, Proof, Voided } from '../fairness/proof.ts'
import type {
  BetFacts,
  EndFacts,
  Facts,
  HeadFacts,
  Receipt,
  VoidFacts,
} from '../fairness/receipt.ts'
import { isClientSeed, noncesAnEpoch } from '../fairness/seeds.ts'
import { isWhole } from '../parse.ts'

type Check = (value: unknown) => boolean
type Checks<T> = { readonly [K in keyof Required<T>]: Check }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields that are missing or malformed. Others are not looked at. */
function faultsOf<T>(value: unknown, checks: Checks<T>): string[] {
  if (!isRecord(value) || !hasCanonicalJson(value)) return ['not a plain JSON object']
  return Object.entries<Check>(checks).flatMap(([field, check]) =>
    check(value[field]) ? [] : [field],
  )
}

/** A lone surrogate or endless nesting would make hashing and comparing impossible. */
function hasCanonicalJson(value: unknown): boolean {
  try {
    canonicalJson(value)
    return true
  } catch {
    return false
  }
}

const is =
  (...texts: string[]): Check =>
  (value) =>
    typeof value === 'string' && texts.includes(value)

const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

const isCount: Check = (value) => isWhole(value, 0, Number.MAX_SAFE_INTEGER)
const isText: Check = (value) =>
  typeof value === 'string' && value.length > 0 && value.length <= 200
/** A time as the house writes it, to the millisecond: as texts, such times compare as they came. */
const isTime: Check = (value) =>
  typeof value === 'string' &&
  /^\d{4}-/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString() === value
const isSignature: Check = (value) => typeof value === 'string' && /^[0-9a-f]{128}$/.test(value)
/** Receipts that are signed at once: the house may take more one day. */
const mostTogether = 65_536
const isVersion = is('fair-1')
const isStatus = is('Win', 'Loss', 'PartialWin', 'Tie')
/** Includes the number of nonces itself: the next nonce of a full epoch. */
const isNextNonce: Check = (value) => isWhole(value, 0, noncesAnEpoch)
const isPlace: Check = (value) =>
  isRecord(value) && isCount(value.epoch) && isNextNonce(value.nonce)
/** A later generation; the first is left out. */
const isLaterGeneration: Check = (value) => isWhole(value, 2, Number.MAX_SAFE_INTEGER)
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
/** Whole fkr, in 1/100 fkr. */
const isStake: Check = (value) => isWhole(value, 100, Number.MAX_SAFE_INTEGER) && value % 100 === 0
const isSplit: Check = (value) =>
  isRecord(value) && isCount(value.deposit) && isCount(value.bonus) && isCount(value.win)

const round = {
  version: isVersion,
  transactionId: isText,
  playerId: isText,
  generation: maybe(isLaterGeneration),
  epoch: isCount,
  epochCommitment: isHex32,
  nonce: (value: unknown) => isWhole(value, 0, noncesAnEpoch - 1),
  commitment: isHex32,
  clientSeed: isClientSeed,
  rulesHash: isHex32,
  stake: isStake,
  placedAt: isTime,
}
const ended = {
  moves: Array.isArray,
  status: isStatus,
  payout: isCount,
  settledAt: isTime,
  finishedIn: maybe(isLaterGeneration),
}
const signed = { split: isSplit, root: (value: unknown) => value === null || isHex32(value) }

const betChecks: Checks<BetFacts> = { ...round, ...signed, receipt: is('bet') }
const endChecks: Checks<EndFacts> = { ...round, ...signed, ...ended, receipt: is('end') }
const headChecks: Checks<HeadFacts> = {
  version: isVersion,
  receipt: is('head'),
  playerId: isText,
  from: isPlace,
  next: isPlace,
  used: isListOf(isNextNonce),
  signedAt: isTime,
}
const voidChecks: Checks<VoidFacts> = {
  version: isVersion,
  receipt: is('void'),
  playerId: isText,
  generation: maybe(isLaterGeneration),
  epoch: isCount,
  epochCommitment: isHex32,
  from: isNextNonce,
  voidedIn: isLaterGeneration,
  voidedAt: isTime,
}

const isWay: Check = (value) =>
  isRecord(value) &&
  isWhole(value.size, 2, mostTogether) &&
  isCount(value.index) &&
  isListOf(isHex32)(value.path)

const isReceiptOf =
  <F extends Facts>(checks: Checks<F>) =>
  (value: unknown): value is Receipt<F> =>
    isRecord(value) &&
    isSignature(value.signature) &&
    maybe(isWay)(value.batch) &&
    faultsOf(value.facts, checks).length === 0

/** The same, without other members. Of a proof's own receipts `factsStep` names these. */
function isExactly<F extends Facts>(checks: Checks<F>) {
  const isReceipt = isReceiptOf(checks)
  return (value: unknown): value is Receipt<F> =>
    isReceipt(value) && Object.keys(value.facts).every((field) => Object.hasOwn(checks, field))
}

const isBetReceipt = isReceiptOf<BetFacts>(betChecks)
const isEndReceipt = isReceiptOf<EndFacts>(endChecks)
const isVoidReceipt = isExactly<VoidFacts>(voidChecks)
const isVoided = (value: unknown): value is Voided =>
  isVoidReceipt(value) && (!('epochSeed' in value) || isHex32(value.epochSeed))
/** Whether a value is the receipt of a bet or of a round's end. */
export const isRoundReceipt = (value: unknown): value is Receipt<BetFacts | EndFacts> =>
  isBetReceipt(value) || isEndReceipt(value)

const proofChecks: Checks<Proof> = {
  ...round,
  ...ended,
  game: is(...games.map(({ name }) => name)),
  rules: isRecord,
  roundKey: isHex32,
  receipts: isListOf(isRoundReceipt),
  epochSeed: maybe(isHex32),
  voided: maybe(isVoidReceipt),
}

const historyChecks: Checks<History> = {
  version: isVersion,
  proofs: Array.isArray,
  open: isListOf(isExactly<BetFacts>(betChecks)),
  voided: maybe(isListOf(isVoided)),
  head: isExactly<HeadFacts>(headChecks),
}

/** The members that make a value no proof, such as `stake`; none if it is one. */
export const proofFaults = (value: unknown): string[] => faultsOf<Proof>(value, proofChecks)
/** Whether a value has the form of a proof. What it claims may still be wrong. */
export const isProof = (value: unknown): value is Proof => proofFaults(value).length === 0

/**
 * The members that make a value no history. There may be thousands of proofs, which are checked one
 * by one later: here it is enough that they are a list.
 */
export const historyFaults = (value: unknown): string[] =>
  faultsOf<History>(
    isRecord(value) && Array.isArray(value.proofs) ? { ...value, proofs: [] } : value,
    historyChecks,
  )
/** A history whose proofs may still be anything. */
export type HistoryOutline = Omit<History, 'proofs'> & { readonly proofs: readonly unknown[] }
/** Whether a value has the form of a history. Its proofs may be anything. */
export const isHistoryOutline = (value: unknown): value is HistoryOutline =>
  historyFaults(value).length === 0
