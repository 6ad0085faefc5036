/**
 * How long tests wait for what takes a second or a minute: on a busy machine both take many times
 * as long. `expect.poll` uses it by default; pass it to `vi.waitFor` and `vi.waitUntil`.
 */
export const patience = { timeout: 100_000 }
