import { expect, test, vi } from 'vitest'
import { savedFiles } from '../../test/saved-files.ts'
import { saveFile } from './save-file.ts'

test('a file has its name, and its address is good for a while after the click', async () => {
  vi.useFakeTimers()
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  saveFile(new Blob(['codes']), 'pipkin-codes.txt')
  expect(savedFiles.map(({ name }) => name)).toEqual(['pipkin-codes.txt'])
  vi.advanceTimersByTime(59_000)
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(revoke).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
  expect(await savedFiles[0]?.file.text()).toBe('codes')
})
