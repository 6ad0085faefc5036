import type { Plugin } from 'vite'

/**
 * Matches what only the local default may send to a browser: the demo wallet, and the calls of one
 * machine.
 */
export const ofOneMachine =
  /local\.pipkin\.demo-wallet|demo wallet|\/dev\/(rpc|faucet|mail|inbox)|generatePrivateKey/i

/** Fails a production build that has any of it, or a source map. */
export const refuseLocal = (): Plugin => ({
  name: 'refuse-local',
  apply: 'build',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      const text = file.type === 'chunk' ? file.code : String(file.source)
      const found = ofOneMachine.exec(text)?.[0]
      if (found)
        this.error(
          `${file.fileName} of a production build holds "${found}", which is the local default's alone.`,
        )
      if (file.fileName.endsWith('.map'))
        this.error(`A production build has no source maps, but there is ${file.fileName}.`)
    }
  },
})
