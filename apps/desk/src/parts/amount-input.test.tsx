import { hundredths } from '@pipkin/money'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AmountsInput, amountsIn } from './amount-input.tsx'

const field = (
  <AmountsInput label="Levels" name="levels" now={[hundredths(10_000n), hundredths(1_250n)]} />
)

/** Whether the browser sends a form whose field has this text. */
function isTaken(text: string): boolean {
  const [, pattern] = /pattern="([^"]*)"/.exec(renderToStaticMarkup(field)) ?? []
  return new RegExp(`^(?:${pattern})$`, 'v').test(text)
}

function amountsOf(text: string): readonly bigint[] {
  const form = new FormData()
  form.set('levels', text)
  return amountsIn(form, 'levels')
}

test('amounts with commas between them, or none', () => {
  expect(renderToStaticMarkup(field)).toContain('value="100, 12.5"')
  for (const [text, amounts] of [
    ['100, 12.5', [10_000n, 1_250n]],
    ['100,50,12.50', [10_000n, 5_000n, 1_250n]],
    [' 7 ', [700n]],
    ['', []],
  ] as const) {
    expect(isTaken(text)).toBe(true)
    expect(amountsOf(text)).toEqual(amounts)
  }
})

test.each(['1 000, 500', '1.000, 500', '12.555', '100,, 50', '100,', ', 100', '1e3', '-5', '1O0'])(
  '%j isn’t sent: none of it is left out, and none read as another amount',
  (text) => expect(isTaken(text)).toBe(false),
)
