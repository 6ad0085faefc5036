import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Plot } from './plot.tsx'

const plotOf = (amounts: readonly (number | null)[]) =>
  renderToStaticMarkup(
    <Plot
      title="Bets a minute"
      as="lines"
      places={amounts.map((_, minute) => `12:0${minute}`)}
      series={[{ name: 'bets', amounts }]}
      textOf={String}
    />,
  )

test('zeros are at the foot of a plot, as they are below other figures', () => {
  const foot = 168
  expect(plotOf([0, 0])).toContain(`d="M183.5 ${foot}h0L434.5 ${foot}"`)
  expect(plotOf([0, 5])).toContain(`d="M183.5 ${foot}h0L434.5 8"`)
})

test('a line has a gap where nothing was counted, and a dot between two gaps', () => {
  const [, line] = /d="(M\d[^"H]*)"/.exec(plotOf([1, null, 1, 1])) ?? []
  expect(line?.replaceAll(/[^MLh]/g, '')).toBe('MhMhL')
})

test('a plot without a figure says so', () => {
  expect(plotOf([null, null])).toContain('Nothing was counted in this time.')
  expect(plotOf([null, 0])).not.toContain('Nothing was counted')
})
