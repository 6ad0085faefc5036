import type { Fairness } from '@pipkin/contract'
import { epochCommitment, toHex } from '@pipkin/games'
import { expect, test } from 'vitest'
import { rotationIn } from './rotation.ts'

const seedOf = (epoch: number): Uint8Array => new Uint8Array(32).fill(epoch + 1)
const sealOf = (epoch: number): string => toHex(epochCommitment(seedOf(epoch)))
const at = (epoch: number): Fairness => ({
  epoch,
  epochCommitment: sealOf(epoch),
  nextEpochCommitment: sealOf(epoch + 1),
  nonce: 0,
  commitment: '0'.repeat(64),
  clientSeed: null,
  ended: [],
})
const seed = toHex(seedOf(4))
const voided = (epoch: number) => ({
  epoch,
  commitment: sealOf(epoch),
  seed: null,
  rounds: 0,
  voided: { in: 7, from: 0, at: '2026-11-22T09:00:00.000Z' },
})

test.each([
  ['nothing was played', { revealed: null, fairness: at(4) }, true, 'has no round yet'],
  ['a round is still open', { revealed: null, fairness: at(5) }, true, 'its last open round'],
  ['the seed is revealed', { revealed: { seed }, fairness: at(5) }, true, 'gives the commitment'],
  [
    'another seed is revealed',
    { revealed: { seed: sealOf(4) }, fairness: at(5) },
    false,
    'another seed',
  ],
  [
    'another epoch follows',
    { revealed: { seed }, fairness: { ...at(5), epochCommitment: sealOf(9) } },
    false,
    'not the one that was announced',
  ],
  [
    'the house restored a backup before',
    {
      revealed: null,
      fairness: {
        ...at(5),
        epochCommitment: sealOf(9),
        generation: 7,
        ended: [voided(3), voided(4)],
      },
    },
    true,
    'has restored a backup: epoch 5 has a new seed',
  ],
  [
    'the house claims a restore that voided nothing',
    { revealed: { seed }, fairness: { ...at(5), epochCommitment: sealOf(9), generation: 7 } },
    false,
    'not the one that was announced',
  ],
])('after a rotation: %s', (_, answer, asAnnounced, sentence) => {
  const rotation = rotationIn(at(4), answer)
  expect(rotation.asAnnounced).toBe(asAnnounced)
  expect(rotation.text).toContain(sentence)
})
