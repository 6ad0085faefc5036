/** Connection strings over the unix socket, as libpq and node-postgres read them. */
export type PostgresUrls = {
  /** The database `pipkin` as its owner: for migrations. */
  ownerUrl: string
  /** The database `pipkin` as one of those who work with it; the API, where none is named. */
  appUrl(login?: Login): string
}

/**
 * A login for each of the roles that the migrations make; `makeLogins` makes those that a new
 * cluster doesn't have.
 */
export type Login = 'pipkin_login' | 'pipkin_worker_login' | 'pipkin_operator_login'

export function urlsOver(sockets: string): PostgresUrls {
  const url = (database: string, role: string) => `postgres://${role}@/${database}?host=${sockets}`
  return {
    ownerUrl: url('pipkin', 'pipkin_owner'),
    appUrl: (login = 'pipkin_login') => url('pipkin', login),
  }
}
