import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** The grid of the tiles, and of what keeps their place until they come. */
// Two abreast, or one where text is large.
export const tileGrid =
  'grid grid-cols-[repeat(auto-fill,minmax(max(7.5rem,40%),1fr))] gap-2.5 wide:grid-cols-4 wide:gap-3'

/** As high as the tiles of the games, which come later. */
export const tilesOnTheirWay = (
  <Loading className={tileGrid}>
    {[1, 2, 3, 4].map((tile) => (
      <Skeleton key={tile} className="h-28 rounded-xl wide:h-32" />
    ))}
  </Loading>
)
