import type { Database } from '../platform/database/database.ts'
import { StaleDatabase } from '../platform/database/stale-database.ts'
import type { SeedKeys } from '../rounds/seed-keys.ts'
import { sequencer } from './append-entries.ts'
import { LogTakenBack, type WitnessAddress, witnessAsker } from './ask-witnesses.ts'
import type { LogKey } from './log-key.ts'
import { OtherLogKey, publishCheckpoint } from './publish-checkpoint.ts'
import { readSigned, refuseShorterLog } from './refuse-shorter-log.ts'

interface KeepLogDeps {
  readonly database: Database
  readonly seeds: SeedKeys
  /** In ms; only differences count. */
  elapsedMs(): number
  readonly key: LogKey
  /** Where the newest checkpoint is remembered outside the database. */
  readonly file: string
  readonly witnesses: readonly WitnessAddress[]
  /** Called where the database lacks what was signed, or the key is another: end the process. */
  mustEnd(error: StaleDatabase | OtherLogKey): void
  /** Takes why a witness gave no cosignature, and why no checkpoint is published. */
  onError(error: Error): void
}

/** Between two calls of the worker's job. With 1 s receipts waited for more than three seconds. */
export const logPauseMs = 700

/** Where a witness contradicts the log, the next look at it waits so long. */
const restMs = 30_000

/** The worker's job: each call appends what has committed, then signs and publishes it. */
export function logKeeper({
  database,
  seeds,
  elapsedMs,
  key,
  file,
  witnesses,
  mustEnd,
  onError,
}: KeepLogDeps): () => Promise<void> {
  const append = sequencer({ database, seeds })
  const cosign = witnessAsker({ database, witnesses, elapsedMs, onError })
  const keys = witnesses.map((witness) => witness.key)
  let isCompared = false
  let restsUntil = Number.NEGATIVE_INFINITY

  return async () => {
    try {
      if (!isCompared) await refuseShorterLog(database, await readSigned(file), key)
      isCompared = true
      await append()
      if (elapsedMs() >= restsUntil)
        await publishCheckpoint({ database, key, file, cosign, witnesses: keys })
    } catch (error) {
      if (error instanceof StaleDatabase || error instanceof OtherLogKey) return mustEnd(error)
      if (!(error instanceof LogTakenBack)) throw error
      restsUntil = elapsedMs() + restMs
      onError(error)
    }
  }
}
