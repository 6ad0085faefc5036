import { saveFile } from '../../ui/save-file.ts'

/** Hands the browser a value as a JSON file to keep. */
export const saveJson = (value: unknown, fileName: string): void =>
  saveFile(
    new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }),
    fileName,
  )
