import type { Transaction } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { gamesQuery } from '../../../api/queries.ts'
import { EmptyState } from '../../../ui/empty.tsx'
import { List } from '../../../ui/list.tsx'
import { MoreRows } from '../../../ui/more-rows.tsx'
import { SectionHead } from '../../../ui/section-head.tsx'
import { ListSkeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { type Chosen, useKeptChoice } from '../../../ui/use-kept-choice.ts'
import { TransactionLine } from './transaction-line.tsx'
import { TransactionSheet } from './transaction-sheet.tsx'
import { useTransactions } from './use-transactions.ts'

const chosen: Chosen<boolean> = new Map()

const notLoaded = 'Failed to load transactions. Please try again later.'

/** Every movement of the player's wallets. Each row opens its details. */
export function Transactions({ playerId }: { playerId: number }) {
  const [all, setAll] = useKeptChoice(chosen, false)
  const [opened, setOpened] = useState<Transaction | null>(null)
  const transactions = useTransactions(playerId, all)
  const games = useQuery(gamesQuery()).data
  const gameName = ({ gameId }: Transaction) => games?.find(({ id }) => id === gameId)?.name
  const { rows, isError, refetch } = transactions

  return (
    <section aria-label="Transactions">
      <SectionHead title="Transactions" className="mt-3.5 mb-1" />
      <div className="flex min-h-9 items-center justify-between text-sm">
        <span className="text-ink2">Lost and tied bets are {all ? 'shown' : 'hidden'}.</span>
        <TextButton onClick={() => setAll(!all)} className="-my-1 -mr-1 pl-3">
          {all ? 'Hide them' : 'Show all'}
        </TextButton>
      </div>
      {rows === undefined ? (
        isError ? (
          <ErrorState message={notLoaded} onRetry={() => void refetch()} />
        ) : (
          <ListSkeleton rows={5} />
        )
      ) : rows.length === 0 ? (
        <EmptyState message="No transactions found." />
      ) : (
        <>
          <List label="Transactions">
            {rows.map((row) => (
              <TransactionLine
                key={row.id}
                row={row}
                game={gameName(row)}
                onOpen={() => setOpened(row)}
              />
            ))}
          </List>
          <MoreRows
            more={transactions.hasNextPage}
            loading={transactions.isFetchingNextPage}
            failed={transactions.isFetchNextPageError}
            message={notLoaded}
            onMore={() => void transactions.fetchNextPage()}
          />
        </>
      )}
      <TransactionSheet
        row={opened}
        game={opened ? gameName(opened) : undefined}
        onClose={() => setOpened(null)}
      />
    </section>
  )
}
