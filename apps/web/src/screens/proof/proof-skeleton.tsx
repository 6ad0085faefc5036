import { ListSkeleton, Loading, Skeleton } from '../../ui/skeleton.tsx'

/** Keeps the place of a verdict, its round and its checks. */
export function ProofSkeleton() {
  return (
    <>
      <Loading>
        <Skeleton className="h-17 rounded-[1.375rem]" />
        <Skeleton className="mt-2.5 mb-2.5 h-35 rounded-md" />
      </Loading>
      <ListSkeleton rows={6} />
    </>
  )
}
