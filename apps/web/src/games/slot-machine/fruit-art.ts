import type { ArtName } from '../../ui/art.tsx'

/** The pictures of the rules' symbols, in their order. */
export const fruitArt: readonly ArtName[] = ['cherries', 'lemon', 'grapes', 'watermelon']
