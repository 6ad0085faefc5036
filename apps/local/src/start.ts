import { orSayWhyNot } from '../../server/src/platform/why-not.ts'
import { localDataDir } from './open-database.ts'
import { startProduction } from './production.ts'
import { runHere } from './run-here.ts'

/**
 * `npm start`: the whole product on this machine, or with NODE_ENV=production the API and the
 * worker alone.
 */

await orSayWhyNot(() =>
  process.env.NODE_ENV === 'production' ? startProduction() : runHere({ dataDir: localDataDir() }),
)
