import type { Check } from '../screens/proof/checks.ts'
import { element } from './element.ts'

const marks = {
  holds: { sign: '✓', says: 'holds' },
  fails: { sign: '✗', says: 'fails' },
  waits: { sign: '–', says: 'not checked' },
}

/** The checks with their marks; under each that fails what was expected and what was found. */
export const checkList = (checks: readonly Check[]): HTMLElement =>
  element('ul', 'card checks', ...checks.map(checkRow))

function checkRow({ title, state, note = '', value, failed }: Check): HTMLElement {
  const mark = element('span', 'mark', marks[state].sign)
  mark.role = 'img'
  mark.ariaLabel = marks[state].says
  const told = [note, ...(value ? [' ', element('code', '', value.text)] : [])]
  return element(
    'li',
    state,
    mark,
    element(
      'div',
      '',
      element('b', '', title),
      element('p', 'quiet', ...told),
      ...failed.map((step) => wrong(step, title)),
    ),
  )
}

const wrong = ({ name, expected, computed }: Check['failed'][number], title: string): HTMLElement =>
  element(
    'p',
    'wrong',
    ...(name === title ? [] : [element('b', '', name)]),
    element('span', '', `Expected: ${expected}`),
    element('span', '', `Found: ${computed}`),
  )
