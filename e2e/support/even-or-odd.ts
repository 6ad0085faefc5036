import type { Locator, Page } from '@playwright/test'

/** The first of Even and Odd that the board has a number of: a few boards lack one of them. */
export const evenOrOdd = (page: Page): Locator =>
  page.getByRole('radio', { name: /^(Even|Odd)/, disabled: false }).first()
