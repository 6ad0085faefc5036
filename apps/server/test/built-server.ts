import { buildServer } from '../../local/src/build.ts'

/** Builds the server's processes, which tests start as production does. */
export default async function setup(): Promise<void> {
  await buildServer()
}
