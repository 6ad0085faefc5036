/** In ms: Safari reads the file only some time after the click. */
const kept = 60_000

/** Hands the browser a file to keep. */
export function saveFile(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), kept)
}
