import { randomInt } from 'node:crypto'

const { CI, FC_SEED } = process.env

/**
 * The seed of a property test on real parts, which tries something else in each run: FC_SEED
 * repeats one. In CI it is always the same, so that a change fails by itself alone; `npm run model`
 * and the likes look for more.
 */
export const propertySeed = FC_SEED ? Number(FC_SEED) : CI ? 20_261_129 : randomInt(2 ** 31)
