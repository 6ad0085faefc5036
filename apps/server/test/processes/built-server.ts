import { buildServer } from '../../../local/src/build.ts'
import { bundleApis } from './start-apis.ts'

/** Builds the server's processes, which tests start as production does, and those of tests. */
export default async function setup(): Promise<void> {
  await Promise.all([buildServer(), bundleApis()])
}
