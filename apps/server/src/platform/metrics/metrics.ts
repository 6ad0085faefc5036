import { type Counter, Gauge, type Registry } from 'prom-client'

/** One value of a series, by its labels: from short lists, never from what a player typed. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/**
 * Adds a metric whose samples are read when Prometheus asks for them. `type` is `Counter` for a
 * total that another part counts. If `read` fails, `textOf` leaves the metric out.
 */
export function measure(
  registry: Registry,
  { name, help, labels = [], type = Gauge }: MeasureOptions,
  read: () => readonly Sample[] | Promise<readonly Sample[]>,
): void {
  const metric = new type({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      const samples = await read()
      metric.reset()
      // A metric without labels starts at 0, which would hide that there is no sample.
      if (labels.length === 0) metric.remove()
      for (const sample of samples) metric.inc(sample.labels, sample.value)
    },
  })
}

interface MeasureOptions {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  readonly type?: typeof Gauge<string> | typeof Counter<string>
}

/** All metrics in Prometheus's text format 0.0.4, without those that can't be read now. */
export async function textOf(registry: Registry): Promise<string> {
  const read = await Promise.allSettled(
    registry.getMetricsAsArray().map(({ name }) => registry.getSingleMetricAsString(name)),
  )
  return `${read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])).join('\n')}\n`
}
