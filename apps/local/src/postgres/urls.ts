/** Connection strings over the unix socket, as libpq and node-postgres read them. */
export type PostgresUrls = {
  /** The database `pipkin` as its owner: for migrations. */
  ownerUrl: string
  /** A database as another role, by default the one that the API and the worker log in with. */
  appUrl(database?: string, role?: string): string
}

export function urlsOver(sockets: string): PostgresUrls {
  const url = (database: string, role: string) => `postgres://${role}@/${database}?host=${sockets}`
  return {
    ownerUrl: url('pipkin', 'pipkin_owner'),
    appUrl: (database = 'pipkin', role = 'pipkin_login') => url(database, role),
  }
}
