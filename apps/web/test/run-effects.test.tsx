import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { Sheet } from '../src/ui/sheet.tsx'

/** Simulates a machine that is busy each time that something is shown, before React goes on. */
function beBusy() {
  const busy = new MutationObserver(async () => {
    // After the others that wait for the same change.
    for (let turns = 0; turns < 100; turns += 1) await null
    const end = performance.now() + 5
    while (performance.now() < end);
  })
  busy.observe(document, { subtree: true, childList: true })
  onTestFinished(() => busy.disconnect())
}

function Screen() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setTimeout(() => setOpen(true))}>
        Later
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Sheet">
        <input aria-label="Code" />
      </Sheet>
    </>
  )
}

test('a sheet that was found is open: a field in it takes what is typed', async () => {
  const user = userEvent.setup({ delay: null })
  render(<Screen />)
  beBusy()
  await user.click(screen.getByRole('button', { name: 'Later' }))
  const field = await screen.findByLabelText<HTMLInputElement>('Code')
  await user.type(field, '12')
  expect(field.value).toBe('12')
})
