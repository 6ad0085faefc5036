import { maybeOne, sql } from '../../platform/database/database.ts'
import type { GasFees } from '../chain/chain.ts'
import type { ChainWorker } from './chain-worker.ts'
import { isolateFailure } from './isolate-failure.ts'
import type { OperationInFlight } from './operation.ts'
import { sendSigned } from './signed-bytes.ts'

/**
 * Gives the house's next nonce to a chain transaction that does nothing, if the one that had it was
 * signed in the time that a restore has lost, and a deep reorg took it out of the chain. Its bytes
 * are lost, and what is signed for the nonces behind it would wait for ever. If the node still has
 * it, it is left to be mined.
 */
export async function fillLostNonce(
  worker: ChainWorker,
  inFlight: readonly OperationInFlight[],
  fees: GasFees,
): Promise<void> {
  const { database, chain, key, chainId, alarm, settings } = worker
  const first = inFlight.find(({ state }) => state === 'signed')
  if (!first || first.signedAgoMs < settings.stuckMs) return
  await isolateFailure(worker, first, async () => {
    const { mined, accepted } = await chain.nonces(key.address)
    const lost = await maybeOne(
      database.rows<{ gas: bigint }>(
        sql`select payout_gas as gas from cashier.house, cashier.lost_nonces
            where nonce = $1 and nonce < $2`,
        [mined, first.nonce],
      ),
    )
    if (!lost) return
    alarm('stuck', { player: first.player, id: first.id, nonce: mined })
    if (accepted > mined) return
    // It isn't stored: a second one does nothing either.
    const nothing = { to: key.address, data: '0x' } as const
    const signed = await key.sign(nothing, { chainId, nonce: mined, gas: lost.gas, fees })
    await sendSigned(worker, first, signed.raw)
  })
}
