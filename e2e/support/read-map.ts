import { games } from '@pipkin/games'
import { type Path, pathsWith } from '../../apps/web/src/paths.ts'

/** Every screen that has an address of its own: the map is read, so that none is forgotten. */
export const readMap = (): Path[] =>
  pathsWith(games.map(({ name, offer }) => ({ name, title: offer.title })))
    .map((place) => (place.path === '*' ? { ...place, path: '/no-such-screen' } : place))
    .filter(({ path }) => !path.includes(':'))
