import { performance } from 'node:perf_hooks'
import { readPort } from '../../server/src/config.ts'
import { CannotStart } from '../../server/src/platform/process/cannot-start.ts'
import { npmGone } from './follow-npm.ts'
import { type PipkinOptions, startPipkin } from './pipkin.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Runs the whole product on this machine until a signal stops it. `also`: what to say once it is
 * ready.
 */
export async function runHere({
  also,
  ...options
}: Pick<PipkinOptions, 'dataDir' | 'startDatabase'> & {
  also?: () => readonly string[]
}): Promise<void> {
  const port = readPort(process.env)
  const began = performance.now()
  const stopping = new AbortController()
  const onStep = (step: string) =>
    say(`  ${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s  ${step}`)
  const stopSoon = () => stopping.abort()
  process.on('SIGINT', stopSoon)
  process.on('SIGTERM', stopSoon)
  process.on('SIGHUP', stopSoon)
  void npmGone().then(stopSoon)

  const pipkin = await startPipkin({
    ...options,
    port: String(port),
    limits: process.env.PIPKIN_RATE_LIMITS !== 'off',
    onStep,
    onCode: (to, code) => say(`  code for ${to}: ${code}`),
  })
  say(`Back office: ${pipkin.desk.url}`)
  if (pipkin.desk.firstOperator) say(`First operator: ${pipkin.desk.firstOperator}`)
  for (const line of also?.() ?? []) say(line)
  say(`Pipkin is ready: ${pipkin.url}`)

  const stop = async () => {
    say('Stopping.')
    await pipkin.stop()
    process.exit(0)
  }
  const died = await Promise.race([
    new Promise<null>((settle) => {
      if (stopping.signal.aborted) settle(null)
      stopping.signal.addEventListener('abort', () => settle(null))
    }),
    pipkin.partDied,
  ]).catch(async (error: unknown) => {
    await pipkin.stop()
    throw error
  })
  if (died !== null) {
    await pipkin.stop()
    throw new CannotStart(
      `${died} ended by itself, so Pipkin stopped: start it again; no data is lost.`,
    )
  }
  await stop()
}
