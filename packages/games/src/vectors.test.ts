import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openRound, parseRules, type Rules, rootOf } from './catalog.ts'
import { fromHex, toHex } from './fairness/bytes.ts'
import { canonicalJson, rulesHash } from './fairness/canonical-json.ts'
import { chanceOf } from './fairness/chance.ts'
import { type CellProof, verifyCell } from './fairness/merkle.ts'
import { epochCommitment, roundCommitment, roundKey } from './fairness/seeds.ts'
import { replay } from './replay.ts'
import { gameStatusOf, isKind, outcomeOf, viewOf } from './round.ts'
import type { Board } from './tic-tac-toe/board.ts'
import { replyCandidates } from './tic-tac-toe/rules.ts'

/** Made by an independent implementation; `vectors/README.md` has the format. */
interface Vectors {
  rules: { rules: Rules; canonical: string; hash: string }[]
  epochs: { S: string; playerId: string; C: string }[]
  rounds: VectorRound[]
  streams: {
    K: string
    game: string
    R: string
    clientSeed: string
    label: string
    n: number[]
    out: number[]
  }[]
  candidates: { board: string; kind: boolean; o: number[] }[]
  refused: { K: string; r: number; clientSeed: string; moves: unknown[]; why: string }[]
}

interface VectorRound {
  e: number
  r: number
  nonce: number
  cs: string
  K: string
  c: string
  m: unknown
  kind: boolean
  kindDraw: number
  status: string
  x: number
  out: {
    layout?: number[]
    root?: string
    numbers?: number[]
    first?: number | number[]
    second?: number
    result?: number
    reels?: number[]
    board?: string
  }
  proofs?: CellProof[]
}

const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../vectors/fair-1.json', import.meta.url), 'utf8'),
)

const rulesAt = (place: number): Rules => parseRules(vectors.rules[place]!.rules)!

function movesOf(rules: Rules, m: unknown): unknown[] {
  switch (rules.game) {
    case 'mines':
      return (m as unknown[]).map((move) =>
        move === 'cashOut' ? { cashOut: true } : { reveal: move },
      )
    case 'tic-tac-toe':
      return (m as unknown[]).map((cell) => ({ cell }))
    case 'guess-number':
      return [m]
    case 'slot-machine':
      return [{ spin: true }]
    default:
      throw new Error('no vector is of this game')
  }
}

test.each(vectors.rules)('rules $hash', ({ rules, canonical, hash }) => {
  expect(canonicalJson(rules)).toBe(canonical)
  expect(toHex(rulesHash(parseRules(rules)!))).toBe(hash)
})

test.each(vectors.epochs)('epoch $C', ({ S, C }) =>
  expect(toHex(epochCommitment(fromHex(S)))).toBe(C),
)

describe('rounds', () => {
  test.each(vectors.rounds.map((round, i) => [i, round] as const))('%i', (_, vector) => {
    const { S, playerId } = vectors.epochs[vector.e]!
    const rules = rulesAt(vector.r)
    const key = roundKey(fromHex(S), playerId, vector.nonce)
    expect(toHex(key)).toBe(vector.K)
    expect(toHex(roundCommitment(key))).toBe(vector.c)

    const deal = { rules, roundKey: key, clientSeed: vector.cs }
    const draw = chanceOf({ ...deal, game: rules.game, rulesHash: rulesHash(rules) }).ints('kind')(
      10_000,
    )
    expect(draw).toBe(vector.kindDraw)
    const opened = openRound(deal)
    expect(isKind(opened)).toBe(vector.kind)
    expect(gameStatusOf(opened)).toBe(Number(rules.game === 'mines' ? vector.kind : !vector.kind))
    expect(outcomeOf(opened)).toBeNull()
    expect(rootOf(opened)).toBe(vector.out.root ?? null)

    const replayed = replay({ ...deal, moves: movesOf(rules, vector.m) })
    if (!replayed.ok) throw new Error(`${replayed.why} at ${replayed.at}`)
    expect(outcomeOf(replayed.round)).toEqual({ status: vector.status, pays: vector.x })
    expect(viewOf(replayed.round)).toMatchObject(endOf(rules, vector))
    for (const proof of vector.proofs ?? [])
      expect(verifyCell(vector.out.root!, proof, 25)).toBe(true)
  })
})

function endOf(rules: Rules, { out }: VectorRound): object {
  switch (rules.game) {
    case 'mines':
      return {
        root: out.root,
        multipliers: out.layout,
        mines: out.layout!.flatMap((multiplier, cell) => (multiplier === 0 ? [cell] : [])),
      }
    case 'guess-number':
      return { numbers: out.numbers, first: out.first, second: out.second, result: out.result }
    case 'slot-machine':
      return { reels: out.reels }
    case 'tic-tac-toe':
      return { board: boardOf(out.board!) }
    default:
      throw new Error('no vector is of this game')
  }
}

const boardOf = (text: string): Board =>
  [...text].map((mark) => (mark === 'X' || mark === 'O' ? mark : null))

test.each(vectors.streams)('stream $K', ({ K, game, R, clientSeed, label, n, out }) => {
  const chance = chanceOf({ game, roundKey: fromHex(K), rulesHash: fromHex(R), clientSeed })
  const int = chance.ints(label)
  expect(n.map((below) => int(below))).toEqual(out)
})

test("O's candidates on every board", () => {
  for (const { board, kind, o } of vectors.candidates)
    expect(replyCandidates(boardOf(board), kind), `${board} ${kind ? 'kind' : 'hard'}`).toEqual(o)
})

test.each(vectors.refused)('refused: $why $clientSeed $moves', ({ K, r, clientSeed, moves }) => {
  expect(replay({ rules: rulesAt(r), roundKey: fromHex(K), clientSeed, moves }).ok).toBe(false)
})
