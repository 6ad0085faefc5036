import { randomInt } from 'node:crypto'

const { CI, FC_SEED } = process.env

/**
 * The seed of a property test on real parts, another one in each run: FC_SEED repeats a run. In CI
 * it is always the same, so that only a change can make the test fail; `npm run model` looks for
 * more there too.
 */
export const propertySeed = FC_SEED ? Number(FC_SEED) : CI ? 20_261_129 : randomInt(2 ** 31)
