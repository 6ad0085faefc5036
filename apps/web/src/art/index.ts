/** Written by `art.ts`. */
import picture0 from './1st-place-medal.svg'
import picture1 from './2nd-place-medal.svg'
import picture2 from './3rd-place-medal.svg'
import picture3 from './bomb.svg'
import picture4 from './cherries.svg'
import picture5 from './cherry-blossom.svg'
import picture6 from './grapes.svg'
import picture7 from './input-numbers.svg'
import picture8 from './lemon.svg'
import picture9 from './potted-plant.svg'
import picture10 from './sunflower.svg'
import picture11 from './trophy.svg'
import picture12 from './tulip.svg'
import picture13 from './watermelon.svg'
import picture14 from './wrapped-gift.svg'

export const pictures = {
  '1st-place-medal': picture0,
  '2nd-place-medal': picture1,
  '3rd-place-medal': picture2,
  'bomb': picture3,
  'cherries': picture4,
  'cherry-blossom': picture5,
  'grapes': picture6,
  'input-numbers': picture7,
  'lemon': picture8,
  'potted-plant': picture9,
  'sunflower': picture10,
  'trophy': picture11,
  'tulip': picture12,
  'watermelon': picture13,
  'wrapped-gift': picture14,
} as const
