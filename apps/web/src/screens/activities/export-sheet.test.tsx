import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAsPlayer } from '../../../test/render-screen.tsx'
import { savedFiles } from '../../../test/saved-files.ts'
import { answerCalls, callsOf, holdAnswer } from '../../../test/server.ts'

const file = (name: string) =>
  new Response('{}', { headers: { 'Content-Disposition': `attachment; filename="${name}"` } })

test('a file that comes late leaves the sheet of another period as it is', async () => {
  const today = holdAnswer(file('today.csv'))
  const user = renderAsPlayer('/activities', { exportHistory: today.fate })
  const openSheet = async () => {
    await user.click(await screen.findByRole('button', { name: 'Download history' }))
    return within(await screen.findByRole('dialog', { name: 'Download history' }))
  }
  const first = await openSheet()
  await user.click(await first.findByText('Activity as CSV'))
  await today.asked
  await first.findByText('On its way…')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('tab', { name: 'Previous Activity' }))

  const second = await openSheet()
  expect(second.queryByText('On its way…')).toBeNull()
  today.letThrough()
  await waitFor(() => expect(savedFiles).toHaveLength(1))
  answerCalls({ exportHistory: file('previous.json') })
  await user.click(await second.findByText('Proofs as JSON'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(savedFiles.map(({ name }) => name)).toEqual(['today.csv', 'previous.json'])
  expect(callsOf('exportHistory').map(({ query }) => query.format)).toEqual(['csv', 'proofs'])
})

test('both files can be asked for at once', async () => {
  const gate = Promise.withResolvers<void>()
  const user = renderAsPlayer('/activities', {
    exportHistory: async ({ query }) => {
      await gate.promise
      return file(`history.${query.format}`)
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Download history' }))
  for (const format of ['Activity as CSV', 'Proofs as JSON'])
    await user.click(await screen.findByText(format))
  expect(screen.getAllByText('On its way…')).toHaveLength(2)
  gate.resolve()
  await waitFor(() => expect(savedFiles).toHaveLength(2))
})
