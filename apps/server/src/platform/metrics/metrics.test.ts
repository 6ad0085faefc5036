import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('is written as Prometheus reads it', async () => {
  const metrics = createMetrics()
  const refusals = metrics.counter('refusals_total', 'Refused')
  const seconds = metrics.histogram('seconds', 'How long', [0.1, 1])
  metrics.gauge('open', 'Open now', async () => [{ labels: { kind: 'a "b"\n' }, value: 3 }])
  metrics.gauge('lost', 'Not to be read', () => Promise.reject(new Error('down')))
  refusals({ call: 'x' })
  refusals({ call: 'x' }, 2)
  for (const took of [0.1, 0.5, 2]) seconds({}, took)
  expect(await metrics.text()).toBe(`# HELP refusals_total Refused
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
open{kind="a _b__"} 3
`)
})
