import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { when } from './facts.tsx'
import { TimeInput, timeIn } from './time-input.tsx'

afterEach(() => vi.unstubAllEnvs())

const time = new Date('2026-12-06T23:59:41.5Z')

test.each(['Asia/Kolkata', 'America/Los_Angeles'])(
  'what is read and entered is UTC for an operator in %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    expect(time.getHours()).not.toBe(time.getUTCHours())
    expect(when(time)).toBe('2026-12-06 23:59 UTC')
    const field = renderToStaticMarkup(<TimeInput label="From" name="from" at={time} />)
    expect(field).toContain('From (UTC)')
    expect(field).toContain('value="2026-12-06T23:59"')
    expect(field).toContain('max="9999-12-31T23:59"')
    const form = new FormData()
    form.set('from', '2026-12-06T23:59')
    expect(timeIn(form, 'from').toISOString()).toBe('2026-12-06T23:59:00.000Z')
  },
)
