import type { Account } from '../guarded-child.ts'

/**
 * How PostgreSQL is told of its folder. Another account can't walk to a folder under /root, so
 * there the child is handed the open folder and finds it under this name, whatever the permissions
 * above it.
 */
export function clusterPath(
  cluster: string,
  account: Account | undefined,
): { path: string; folder?: string } {
  if (!account || process.platform !== 'linux') return { path: cluster }
  return { path: '/proc/self/fd/4', folder: cluster }
}
