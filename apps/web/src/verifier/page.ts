import '../ui/tokens.css'
import './page.css'
import { type FileVerdict, parseKeys, verifyingFile } from '@pipkin/games/verify'
import { noVerdict } from '../screens/proof/verdict-in-words.ts'
import { banner, element } from './element.ts'
import { historyReport } from './history-report.ts'
import { inSlices } from './in-slices.ts'
import { proofReport } from './proof-report.ts'

/**
 * `verify.html`: checks within the page a file that is chosen, dropped or pasted. Sends nothing.
 */

function part<T extends Element>(id: string, kind: new () => T): T {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${id}`)
}

const form = part('form', HTMLFormElement)
const file = part('file', HTMLInputElement)
const text = part('text', HTMLTextAreaElement)
const key = part('key', HTMLInputElement)
const keyNote = part('key-note', HTMLParagraphElement)
const report = part('report', HTMLDivElement)
const printedKey = document.querySelector<HTMLMetaElement>('meta[name=receipt-key]')?.content ?? ''
/** The content of the file that was chosen last. */
let held = ''

const system = matchMedia('(prefers-color-scheme: dark)')
const followSystem = () => {
  document.documentElement.dataset.theme = system.matches ? 'dark' : 'light'
}
system.addEventListener('change', followSystem)
followSystem()

key.value = printedKey
keyNote.append(
  printedKey === ''
    ? 'Without it no signature is checked. The house names it at /api/receiptKey.'
    : 'The house printed it in when it handed out this file. If you noted it at another time, compare: it must be the same.',
)

/** The number of the last check: an earlier one that still runs is given up. */
let asked = 0

async function check(content: string): Promise<void> {
  asked += 1
  const number = asked
  const keys = parseKeys(key.value)
  if (!keys) return say(banner(notAKey))
  say(element('p', 'quiet', 'Checking…'))
  const found = await inSlices(verifyingFile(content, keys), ({ checked, of }) => {
    if (number !== asked) return false
    say(element('p', 'quiet', `Checking… ${checked} of ${of} rounds`))
    return true
  })
  if (found && number === asked) say(reportOf(found))
}

const notAKey = {
  ok: false,
  title: 'This is not a key',
  note: "The house's key is 64 digits of 0–9 and a–f. Older ones may follow, after a space.",
}

const say = (what: HTMLElement): void => report.replaceChildren(what)

function reportOf(found: FileVerdict): HTMLElement {
  if (found.holds === 'a proof') return proofReport(found.proof, found.verdict)
  if (found.holds === 'a history') return historyReport(found.proofs, found.verdict)
  return banner(noVerdict(found))
}

const unread = {
  ok: false,
  title: 'There is nothing to check',
  note: "This can't be read. Choose a file.",
}

async function take(chosen: File | undefined): Promise<void> {
  if (!chosen) return
  asked += 1
  const number = asked
  text.value = ''
  held = ''
  say(element('p', 'quiet', 'Checking…'))
  // A folder that was dropped can't be read, nor a file that is gone.
  const content = await chosen.text().catch(() => null)
  if (number !== asked) return
  if (content === null) return say(banner(unread))
  held = content
  await check(held)
}

// A file that was changed is chosen again under its name, which alone would be no change.
file.addEventListener('click', () => {
  file.value = ''
})
file.addEventListener('change', () => void take(file.files?.[0]))
document.addEventListener('dragover', (event) => event.preventDefault())
document.addEventListener('drop', (event) => {
  event.preventDefault()
  void take(event.dataTransfer?.files[0])
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void check(text.value.trim() === '' ? held : text.value)
})
