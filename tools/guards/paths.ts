/** The path of a file of the server. */
export const server = (path: string) => `apps/server/${path}`

/** The path of a file about second factors. */
export const factors = (path: string) => server(`src/players/factors/${path}`)

// Files that guards of several lists are in, or whose tests see them.
export const ledger = server('migrations/0002_ledger.sql')
export const roundsSql = server('migrations/0006_rounds.sql')
export const addressesSql = server('migrations/0007_cashier_addresses.sql')
export const securitySql = server('migrations/0018_security.sql')
export const playersSql = server('migrations/0003_players.sql')
export const operationsSql = server('migrations/0009_cashier_operations.sql')
export const transfersSql = server('migrations/0010_transfers.sql')
export const referralSql = server('migrations/0011_referral.sql')
export const limitsSql = server('migrations/0020_safer_play.sql')
export const playHistorySql = server('migrations/0021_play_history.sql')
export const operatorSql = server('migrations/0014_operator.sql')
export const deskSql = server('migrations/0025_desk.sql')
export const registerCalls = server('src/platform/http/register-calls.ts')
export const rounds = server('src/rounds/rounds.test.ts')
export const withdrawals = server('src/cashier/worker/withdrawals.test.ts')
export const resetPassword = server('src/players/passwords/reset-password.test.ts')
export const compositions = server('test/attacks/compositions.test.ts')
export const freezeAccount = server('src/players/security/freeze-account.test.ts')
export const matrices = server('test/attacks/matrices.test.ts')
export const comingBackSql = server('migrations/0023_coming_back.sql')
export const limitCompositions = server('test/attacks/limit-compositions.test.ts')
export const limits = server('src/safer-play/limits.test.ts')
export const restores = server('test/attacks/restores.test.ts')
export const beginPlayTest = server('src/players/register/begin-play.test.ts')
export const playsSql = server('migrations/0035_plays.sql')
