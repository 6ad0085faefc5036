/** Written by `art.ts`. */
export const pictures = {
  '1st-place-medal': new URL('./1st-place-medal.svg', import.meta.url).href,
  '2nd-place-medal': new URL('./2nd-place-medal.svg', import.meta.url).href,
  '3rd-place-medal': new URL('./3rd-place-medal.svg', import.meta.url).href,
  'bomb': new URL('./bomb.svg', import.meta.url).href,
  'cherries': new URL('./cherries.svg', import.meta.url).href,
  'cherry-blossom': new URL('./cherry-blossom.svg', import.meta.url).href,
  'grapes': new URL('./grapes.svg', import.meta.url).href,
  'input-numbers': new URL('./input-numbers.svg', import.meta.url).href,
  'lemon': new URL('./lemon.svg', import.meta.url).href,
  'potted-plant': new URL('./potted-plant.svg', import.meta.url).href,
  'sunflower': new URL('./sunflower.svg', import.meta.url).href,
  'trophy': new URL('./trophy.svg', import.meta.url).href,
  'tulip': new URL('./tulip.svg', import.meta.url).href,
  'watermelon': new URL('./watermelon.svg', import.meta.url).href,
  'wrapped-gift': new URL('./wrapped-gift.svg', import.meta.url).href,
} as const
