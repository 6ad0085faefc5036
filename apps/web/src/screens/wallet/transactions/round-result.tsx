import { type RoundProof, readProof } from '@pipkin/contract'
import { hundredths } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../api/queries.ts'
import { MoneyAndWorth } from '../../../forms/worth.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'

const results: Readonly<Record<RoundProof['status'], string>> = {
  Win: 'Win',
  PartialWin: 'Partial Win',
  Tie: 'Tie',
  Loss: 'Loss',
}

/** How the settled round ended that a movement belongs to. */
export function RoundResult({ id }: { id: string }) {
  const proof = useQuery(callQuery(readProof, { transactionId: id })).data
  return (
    <KeyValue label="Result of the round" className="min-h-8.5">
      {proof ? (
        <>
          {results[proof.status]}, returned <MoneyAndWorth of={hundredths(BigInt(proof.payout))} />
        </>
      ) : (
        '…'
      )}
    </KeyValue>
  )
}
