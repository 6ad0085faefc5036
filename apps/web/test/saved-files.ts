/** What the page has handed the browser to keep since the test began, the latest last. */
export const savedFiles: { readonly name: string; readonly file: Blob }[] = []

const files = new Map<string, Blob>()

/** The parts of `saveFile` that jsdom lacks. */
export function addSavedFiles(): void {
  URL.createObjectURL = (file) => {
    const url = `blob:${files.size}`
    if (file instanceof Blob) files.set(url, file)
    return url
  }
  URL.revokeObjectURL = (url) => void files.delete(url)
  const { click } = HTMLAnchorElement.prototype
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    const file = files.get(this.href)
    if (file) savedFiles.push({ name: this.download, file })
    else click.call(this)
  }
}

/** Forgets them all. */
export function forgetSavedFiles(): void {
  savedFiles.length = 0
  files.clear()
}
