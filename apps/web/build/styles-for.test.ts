import { expect, test } from 'vitest'
import { stylesFor } from './styles-for.ts'

const page = (classes: string) => `<div class="${classes}"></div>`

test('rules stay where every class of a selector is on the page, in their order', () => {
  const css = '.a{color:red}.b .a{x:1}.c,.a:hover{x:2}.d{x:3}'
  expect(stylesFor(css, page('a c'))).toBe('.a{color:red}.c,.a:hover{x:2}')
})

test('names with escapes, and entities in the markup', () => {
  const css = String.raw`.top-\[max\(1rem\,2px\)\]{x:1}.\[\&\>i\]\:p-1>i{x:2}.mt-0\.5{x:3}`
  expect(stylesFor(css, page('top-[max(1rem,2px)] [&amp;&gt;i]:p-1'))).toBe(
    String.raw`.top-\[max\(1rem\,2px\)\]{x:1}.\[\&\>i\]\:p-1>i{x:2}`,
  )
})

test('nested rules, without what is empty then', () => {
  const css =
    '@layer u{.a{x:1}@media (min-width:1px){.b{x:2}}}@media print{.b{x:3}}@container (width<9rem){.b{x:4}}'
  expect(stylesFor(css, page('a'))).toBe('@layer u{.a{x:1}}')
})

test('what has no class stays where its element is on the page, and so does what is used of names', () => {
  const css =
    ':root{--used:1;--not:2;--of:var(--deep);--deep:3}@property --used{syntax:"*"}@property --not{syntax:"*"}@keyframes turn{to{x:1}}@keyframes fade{to{x:1}}p{x:var(--used) var(--of);animation:1s turn}table{x:1}'
  expect(stylesFor(css, '<p></p>')).toBe(
    ':root{--used:1;--of:var(--deep);--deep:3}@property --used{syntax:"*"}@keyframes turn{to{x:1}}p{x:var(--used) var(--of);animation:1s turn}',
  )
})

test('without the styles of high contrast and of screen readers, which wait', () => {
  const css = 'p{x:1}@media (forced-colors:active){p{x:2}}[aria-busy]>.sr-only:is(:has(b)~* *){x:3}'
  expect(stylesFor(css, '<p class="sr-only"></p>')).toBe('p{x:1}')
})
