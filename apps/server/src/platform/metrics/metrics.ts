/**
 * Labels of one series, such as `{ call: 'logIn' }`. Values come from short lists, never from
 * what somebody typed.
 */
export type Labels = Readonly<Record<string, string>>

export interface Sample {
  readonly labels: Labels
  readonly value: number
}

type Read = () => readonly Sample[] | Promise<readonly Sample[]>

/**
 * What a process counts and measures, as Prometheus reads it (text format 0.0.4). Names say their
 * unit last.
 */
export interface Metrics {
  /** Only ever grows, and begins anew with the process. */
  counter(name: string, help: string): (labels: Labels, by?: number) => void
  /** How long things take, in seconds, in buckets. */
  histogram(
    name: string,
    help: string,
    bounds: readonly number[],
  ): (labels: Labels, seconds: number) => void
  /**
   * Read when it is asked for; as a counter, what somebody else counts. One that can't be read is
   * left out, and the others are shown.
   */
  gauge(name: string, help: string, read: Read, type?: 'counter'): void
  text(): Promise<string>
}

export function createMetrics(): Metrics {
  const families: (() => Promise<string[]>)[] = []
  const family = (
    name: string,
    help: string,
    type: string,
    lines: () => string[] | Promise<string[]>,
  ) =>
    families.push(async () => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...(await lines()),
    ])

  return {
    counter(name, help) {
      const series = new Map<string, number>()
      family(name, help, 'counter', () =>
        [...series].map(([labels, value]) => `${name}${labels} ${value}`),
      )
      return (labels, by = 1) => {
        const key = labelText(labels)
        series.set(key, (series.get(key) ?? 0) + by)
      }
    },

    histogram(name, help, bounds) {
      const series = new Map<string, { labels: Labels; counts: number[]; sum: number }>()
      family(name, help, 'histogram', () =>
        [...series.values()].flatMap(({ labels, counts, sum }) => {
          let below = 0
          const buckets = [...bounds, Number.POSITIVE_INFINITY].map((bound, at) => {
            below += counts[at] ?? 0
            const le = bound === Number.POSITIVE_INFINITY ? '+Inf' : String(bound)
            return `${name}_bucket${labelText({ ...labels, le })} ${below}`
          })
          const all = labelText(labels)
          return [...buckets, `${name}_sum${all} ${sum}`, `${name}_count${all} ${below}`]
        }),
      )
      return (labels, seconds) => {
        const key = labelText(labels)
        const found = series.get(key) ?? {
          labels,
          counts: Array<number>(bounds.length + 1).fill(0),
          sum: 0,
        }
        series.set(key, found)
        const at = bounds.findIndex((bound) => seconds <= bound)
        const bucket = at < 0 ? bounds.length : at
        found.counts[bucket] = (found.counts[bucket] ?? 0) + 1
        found.sum += seconds
      }
    },

    gauge: (name, help, read, type) =>
      void family(name, help, type ?? 'gauge', async () =>
        (await read()).map(({ labels, value }) => `${name}${labelText(labels)} ${value}`),
      ),

    async text() {
      const read = await Promise.allSettled(families.map((lines) => lines()))
      return `${read.flatMap((lines) => (lines.status === 'fulfilled' ? lines.value : [])).join('\n')}\n`
    },
  }
}

const labelText = (labels: Labels): string => {
  const parts = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`,
  )
  return parts.length === 0 ? '' : `{${parts.join(',')}}`
}
