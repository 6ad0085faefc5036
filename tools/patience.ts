/**
 * How long tests wait for what takes a second, or for what takes a minute: on a busy machine both
 * take many times as long. `expect.poll` has it by itself, `vi.waitFor` and `vi.waitUntil` must be
 * given it.
 */
export const patience = { timeout: 100_000 }
