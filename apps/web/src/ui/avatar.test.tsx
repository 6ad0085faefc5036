import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'

test.each([
  ['meera Nair', 'M'],
  [' मीरा', 'म'],
  // Beyond the first 65,536 characters, as in some names.
  ['𠮷田', '𠮷'],
  ['', ''],
])('the initial of %j is %j', (name, initial) => {
  expect(render(<Avatar name={name} />).container.textContent).toBe(initial)
})
