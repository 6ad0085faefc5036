import type { Log } from '../platform/process/log.ts'
import { repeat } from '../platform/process/repeat.ts'
import { createLiveStreams, type LiveDeps, type LiveStreams } from './live-streams.ts'

const lookMs = 1_000

/** Starts this process's live events. `stop` ends all streams. */
export function startLive({
  log,
  ...deps
}: LiveDeps & { log: Log }): Pick<LiveStreams, 'accept' | 'count'> & { stop(): Promise<void> } {
  const streams = createLiveStreams(deps)
  const looking = repeat(lookMs, streams.look, (error) =>
    log.warn({ err: error }, 'could not look for new hints'),
  )
  return {
    accept: streams.accept,
    count: streams.count,
    async stop() {
      streams.end()
      await looking.stop()
    },
  }
}
