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
const ended = (epoch: number, seed: string | null = toHex(seedOf(epoch))) => ({
  epoch,
  commitment: sealOf(epoch),
  seed,
  rounds: 2,
})
const voided = (epoch: number) => ({
  epoch,
  commitment: sealOf(epoch),
  seed: null,
  rounds: 0,
  voided: { in: 7, from: 0, at: '2026-11-22T09:00:00.000Z' },
})

test.each([
  ['nothing was played', at(4), true, 'Epoch 4 has no round yet'],
  ['a round is still open', { ...at(5), ended: [ended(4, null)] }, true, 'its last open round'],
  [
    'the seed is revealed',
    { ...at(5), ended: [ended(4)] },
    true,
    'Epoch 4 .* gives the commitment',
  ],
  [
    'another browser has ended an epoch since',
    { ...at(6), ended: [ended(4), ended(5)] },
    true,
    'Epoch 4 .* gives the commitment',
  ],
  [
    'another seed is revealed',
    { ...at(5), ended: [ended(4, sealOf(4))] },
    false,
    'Epoch 4 .* another seed',
  ],
  [
    'another epoch follows',
    { ...at(5), epochCommitment: sealOf(9), ended: [ended(4)] },
    false,
    'Epoch 5 is not the one that was announced',
  ],
  [
    'another epoch came before the one in use',
    { ...at(6), ended: [ended(4), { ...ended(5), commitment: sealOf(9) }] },
    false,
    'Epoch 5 is not the one that was announced',
  ],
  [
    'an epoch without a round goes on with another seed',
    { ...at(4), epochCommitment: sealOf(9) },
    false,
    'Epoch 4 is not the one that was announced',
  ],
  [
    'the house restored a backup before',
    { ...at(5), epochCommitment: sealOf(9), generation: 7, ended: [voided(3), voided(4)] },
    true,
    'has restored a backup: epoch 5 has a new seed',
  ],
  [
    'the house claims a restore that voided nothing',
    { ...at(5), epochCommitment: sealOf(9), generation: 7, ended: [ended(4)] },
    false,
    'not the one that was announced',
  ],
])('after a rotation: %s', (_, fairness, asAnnounced, sentence) => {
  const rotation = rotationIn(at(4), { fairness })
  expect(rotation.asAnnounced).toBe(asAnnounced)
  expect(rotation.text).toMatch(new RegExp(sentence))
})
