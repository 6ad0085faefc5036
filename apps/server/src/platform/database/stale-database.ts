import { CannotStart } from '../process/cannot-start.ts'

/** The database isn't the one that this process or the processes before it have worked on. */
export class StaleDatabase extends CannotStart {
  override name = 'StaleDatabase'
}

export const goneBack = (): StaleDatabase =>
  new StaleDatabase(
    'The database has gone back in time, as a restored backup does: run "npm run operator -- after-restore" before anything plays on (docs/runbooks/backup.md).',
  )

export const nodesGoneBack = (places: readonly string[]): StaleDatabase =>
  new StaleDatabase(
    `Of the database, ${places.join(' and ')} alone has gone back in time, as a restored backup does: put the newest copy there, or restore all nodes to one moment (docs/runbooks/cluster.md).`,
  )

export const begunAnew = (): StaleDatabase =>
  new StaleDatabase(
    'An operator has begun another generation of the database, so this process ends: start it anew.',
  )
