import { gameOf, type Proof } from '@pipkin/games'
import { isProof, type Step, type Verdict } from '@pipkin/games/verify'
import { hundredths } from '@pipkin/money'
import { payoutInWords, replayInWords } from './round-in-words.ts'

/**
 * One part of a proof as the player sees it: one or more steps of the verdict under a plain title.
 */
export interface Check {
  readonly title: string
  /** `waits` if no step could be checked. */
  readonly state: 'holds' | 'fails' | 'waits'
  readonly note?: string
  /** What can be copied whole; shown by its ends. */
  readonly value?: {
    readonly name: string
    readonly text: string
    readonly head: number
    readonly tail: number
  }
  /** Named in the player's words. */
  readonly failed: readonly Step[]
}

/** Every step of a verdict, part by part. */
export function checksOf(proof: unknown, verdict: Verdict): Check[] {
  const plans = isProof(proof)
    ? plansOf(proof, verdict)
    : [{ title: 'Form of the proof', steps: ['form'] }]
  const named = new Set(plans.flatMap(({ steps }) => steps))
  const others = verdict.steps.flatMap(({ name }) => (named.has(name) ? [] : [name]))
  const rest = others.length > 0 ? [{ title: 'Other checks', steps: others }] : []
  return [...plans, ...rest].map((part) => checkOf(part, verdict))
}

/** A check before its steps are looked at. */
type CheckPlan = Omit<Check, 'state' | 'failed'> & {
  /** The steps that it covers. */
  readonly steps: readonly string[]
  /** Shown instead of the note until a step has been checked. */
  readonly waiting?: string
}

function checkOf({ steps: names, waiting, note, ...check }: CheckPlan, { steps }: Verdict): Check {
  const made = steps.filter(({ name }) => names.includes(name))
  const failed = made.filter(({ ok }) => !ok).map(inPlainWords)
  if (failed.length > 0) return { ...check, state: 'fails', failed }
  if (made.length > 0)
    return { ...check, ...(note !== undefined && { note }), state: 'holds', failed }
  return { ...check, ...(waiting !== undefined && { note: waiting }), state: 'waits', failed }
}

const inPlainWords = ({ name, expected, computed, ok }: Step): Step => ({
  name: titles[name] ?? name,
  expected,
  computed: name === 'form' ? `missing or not as it must be: ${computed}` : computed || 'nothing',
  ok,
})

/** What the verifier's steps are called where they fail. */
const titles: Readonly<Record<string, string>> = {
  form: 'Form',
  commitment: 'Commitment of the key',
  rules: 'Rules hash',
  'epoch seed': 'Commitment of the epoch seed',
  'round key': 'Key of this round, from the epoch seed',
  moves: 'Moves',
  status: 'Result',
  payout: 'Payout',
  receipts: 'Receipts',
  'bet receipt': 'Receipt of the bet',
  'bet signature': "Signature of the bet's receipt",
  'end receipt': 'Receipt of the end',
  'end signature': "Signature of the end's receipt",
  'kept receipt': 'A receipt that this browser kept',
  'kept signature': 'Signature of a receipt that this browser kept',
  void: 'Void of the epoch',
  'void signature': 'Signature of the void',
}

function plansOf(proof: Proof, { round, steps }: Verdict): CheckPlan[] {
  const ended = round !== null && steps.some(({ name }) => name === 'payout')
  const kept = steps.filter(({ name }) => name === 'kept receipt').length
  return [
    {
      title: 'Commitment, before the bet',
      steps: ['form'],
      value: { name: 'commitment', text: proof.commitment, head: 12, tail: 10 },
    },
    {
      title: 'Key, after the round',
      steps: ['commitment'],
      note: 'Gives the same:',
      value: { name: 'key', text: proof.roundKey, head: 8, tail: 6 },
    },
    {
      title: 'Your seed',
      steps: ['form'],
      value: { name: 'seed', text: proof.clientSeed, head: 12, tail: 10 },
    },
    {
      title: 'Rules',
      steps: ['rules'],
      value: { name: 'rules hash', text: proof.rulesHash, head: 12, tail: 10 },
    },
    {
      title: gameOf(proof).words.replayTitle,
      steps: ['moves'],
      waiting: "These rules can't be played",
      ...(ended && { note: replayInWords(round) }),
    },
    {
      title: 'Payout',
      steps: ['status', 'payout'],
      waiting: 'There is no end to pay for',
      ...(ended && { note: payoutInWords(round, hundredths(BigInt(proof.stake))) }),
    },
    ...receiptsOf(steps),
    ...(kept > 0
      ? [
          {
            title: 'Receipts in this browser',
            steps: ['kept receipt', 'kept signature'],
            note: `${kept === 1 ? 'The one' : `The ${kept}`} kept since the round ${kept === 1 ? 'says' : 'say'} the same`,
          },
        ]
      : []),
    epochOf(proof),
    ...steps
      .filter(({ name }) => name === 'void')
      .map(({ note }) => ({
        title: 'Restored backup',
        steps: ['void', 'void signature'],
        ...(note !== undefined && { note }),
      })),
  ]
}

function epochOf({ epoch, epochSeed }: Proof): CheckPlan {
  const plan = { title: 'Epoch seed', steps: ['epoch seed', 'round key'] }
  if (epochSeed === undefined)
    return {
      ...plan,
      waiting: `Revealed when epoch ${epoch} ends. Until then the receipts bind the key to this round`,
    }
  return {
    ...plan,
    note: 'Gives this key:',
    value: { name: 'epoch seed', text: epochSeed, head: 6, tail: 4 },
  }
}

const facts = ['receipts', 'bet receipt', 'end receipt']
const signatures = ['bet signature', 'end signature']

/**
 * Sets receipts apart where no signature could be checked, so that they don't look checked.
 */
function receiptsOf(steps: readonly Step[]): CheckPlan[] {
  if (steps.some(({ name }) => signatures.includes(name)))
    return [
      {
        title: 'Receipts',
        steps: [...facts, ...signatures],
        note: "Both signatures are the house's",
      },
    ]
  return [
    { title: 'Receipts', steps: facts, note: 'Both say the same as the proof' },
    {
      title: 'Signatures',
      steps: signatures,
      waiting: "Not checked: that takes receipts and the house's key",
    },
  ]
}
