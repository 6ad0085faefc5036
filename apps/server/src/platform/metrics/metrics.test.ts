import { Counter, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { measure, textOf } from './metrics.ts'

test('a measure is written as Prometheus reads it', async () => {
  const registry = new Registry()
  const registers = [registry]
  const refusals = new Counter({
    name: 'refusals_total',
    help: 'Refused',
    labelNames: ['call'],
    registers,
  })
  const seconds = new Histogram({ name: 'seconds', help: 'How long', buckets: [0.1, 1], registers })
  measure(registry, { name: 'open', help: 'Open now', labels: ['kind'] }, async () => [
    { labels: { kind: 'a "b"\n' }, value: 3 },
  ])
  measure(registry, { name: 'lost', help: 'Not to be read' }, () =>
    Promise.reject(new Error('down')),
  )
  measure(registry, { name: 'none', help: 'Without a sample' }, () => [])
  measure(registry, { name: 'ran_total', help: 'Counted elsewhere', type: Counter }, () => [
    { labels: {}, value: 7 },
  ])
  refusals.inc({ call: 'x' })
  refusals.inc({ call: 'x' }, 2)
  for (const took of [0.1, 0.5, 2]) seconds.observe(took)
  const text = `# HELP refusals_total Refused
# TYPE refusals_total counter
refusals_total{call="x"} 3
# HELP seconds How long
# TYPE seconds histogram
seconds_bucket{le="0.1"} 1
seconds_bucket{le="1"} 2
seconds_bucket{le="+Inf"} 3
seconds_sum 2.6
seconds_count 3
# HELP open Open now
# TYPE open gauge
open{kind="a \\"b\\"\\n"} 3
# HELP none Without a sample
# TYPE none gauge
# HELP ran_total Counted elsewhere
# TYPE ran_total counter
ran_total 7
`
  expect(await textOf(registry)).toBe(text)
  expect(await textOf(registry)).toBe(text)
})
