import { type Answer, logOut, verifyPlayer } from '@pipkin/contract'
import { call } from '../api/call.ts'

/** Ends the session on the server. Answers whether the server has answered. */
export async function sendLogOut(): Promise<boolean> {
  const result = await call(logOut, undefined, { outlivesPage: true })
  return result.ok || (result.kind === 'refused' && result.status !== 429)
}

/**
 * Asks whether the cookie is this player's. Answers whether the server clearly says no, and if it
 * says yes, what the profile asks of the screens.
 */
export async function askWhose(
  player: number,
): Promise<{ isRefused: boolean; asks?: Answer<typeof verifyPlayer> }> {
  const result = await call(verifyPlayer, { player })
  if (result.ok) return { isRefused: false, asks: result.answer }
  return { isRefused: result.kind === 'refused' && result.status < 400 }
}
