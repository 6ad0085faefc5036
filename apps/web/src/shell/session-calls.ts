import { logOut, verifyPlayer } from '@pipkin/contract'
import { call } from '../api/call.ts'

/** Ends the session on the server. Answers whether the server has answered. */
export async function sendLogOut(): Promise<boolean> {
  const result = await call(logOut, undefined, { outlivesPage: true })
  return result.ok || (result.kind === 'refused' && result.status !== 429)
}

/** Whether the server clearly says that the cookie isn't this player's. */
export async function isRefused(player: number): Promise<boolean> {
  const result = await call(verifyPlayer, { player })
  return !result.ok && result.kind === 'refused' && result.status < 400
}
