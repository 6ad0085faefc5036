import { randomBytes } from 'node:crypto'
import type { Database } from '../../src/platform/database/database.ts'
import { system } from '../../src/platform/process/clock.ts'
import { createSigner } from '../../src/rounds/receipts.ts'
import { roundLedger } from '../../src/rounds/round-ledger.ts'
import { seeds } from '../seeds.ts'
import { playRules } from './play-rules.ts'

/** What bets and moves need, as an API process has it; rounds aren't paced. */
export const betDeps = (database: Database) => ({
  database,
  surroundings: system,
  signer: createSigner(randomBytes(32)),
  seeds,
  paced: false,
  profile: playRules('standard'),
  ledger: roundLedger(database, seeds),
})
