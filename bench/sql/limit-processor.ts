import { access, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// Short, so that a limited server pauses for moments and not for a tenth of a second.
const periodMs = 10

/**
 * Limits a process and all its children, later ones included, to a share of one core, by a control
 * group of Linux (of either version), which only root may make. Answers how to lift it once the
 * processes have ended.
 */
export async function limitProcessor(pid: number, share: number): Promise<() => Promise<void>> {
  const isFirstVersion = await access('/sys/fs/cgroup/cpu').then(
    () => true,
    () => false,
  )
  const group = join(isFirstVersion ? '/sys/fs/cgroup/cpu' : '/sys/fs/cgroup', `pipkin-${pid}`)
  const period = periodMs * 1_000
  const quota = Math.round(share * period)
  await mkdir(group)
  if (isFirstVersion) {
    await writeFile(join(group, 'cpu.cfs_period_us'), `${period}`)
    await writeFile(join(group, 'cpu.cfs_quota_us'), `${quota}`)
  } else await writeFile(join(group, 'cpu.max'), `${quota} ${period}`)
  await writeFile(join(group, 'cgroup.procs'), `${pid}`)
  for (const child of await childrenOf(pid))
    await writeFile(join(group, 'cgroup.procs'), child).catch((error: NodeJS.ErrnoException) => {
      // It has ended meanwhile.
      if (error.code !== 'ESRCH') throw error
    })
  return () => rmdir(group)
}

async function childrenOf(pid: number): Promise<string[]> {
  const children: string[] = []
  for (const task of await readdir(`/proc/${pid}/task`)) {
    const names = await readFile(`/proc/${pid}/task/${task}/children`, 'utf8')
    children.push(...names.split(' ').filter((name) => name !== ''))
  }
  return children
}
