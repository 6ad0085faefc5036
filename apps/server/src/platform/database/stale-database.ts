import { CannotStart } from '../process/cannot-start.ts'

/** The database isn't the one that this process or the processes before it have worked on. */
export class StaleDatabase extends CannotStart {
  override name = 'StaleDatabase'
}

/** It lacks what this process remembers. */
export const goneBack = (): StaleDatabase =>
  new StaleDatabase(
    'The database has gone back in time, as a restored backup does: run "npm run operator -- after-restore" before anything plays on (docs/runbooks/backup.md).',
  )

/** Some nodes of a cluster do, the others don't. */
export const nodesGoneBack = (places: readonly string[]): StaleDatabase =>
  new StaleDatabase(
    `Of the database, ${places.join(' and ')} alone ${places.length === 1 ? 'has' : 'have'} gone back in time, as a restored backup does: put the newest copy there, or restore all nodes to one moment (docs/runbooks/cluster.md).`,
  )

/** An operator has restored it while this process ran. */
export const begunAnew = (): StaleDatabase =>
  new StaleDatabase(
    'An operator has begun another generation of the database, so this process ends: start it anew.',
  )
