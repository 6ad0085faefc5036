import { Copy, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { copyText } from '../../ui/copy-button.tsx'
import { saveFile } from '../../ui/save-file.ts'

export interface RecoveryCodesProps {
  codes: readonly string[]
  /** The player tried to leave without saying that the codes are kept. */
  warned: boolean
  onKept: () => void
}

/** The ten recovery codes, to copy, to download, and to be kept. */
export function RecoveryCodes({ codes, warned, onKept }: RecoveryCodesProps) {
  const text = useRef<HTMLParagraphElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const [kept, setKept] = useState(false)
  const [asked, setAsked] = useState(false)
  // The form that had the focus has gone, and what follows it should be read.
  useEffect(() => text.current?.focus(), [])
  useEffect(() => {
    if (warned) box.current?.focus()
  }, [warned])

  const done = () => {
    if (kept) return onKept()
    setAsked(true)
    box.current?.focus()
  }
  const lines = codes.join('\n')
  const download = () =>
    saveFile(new Blob([`${fileHead}\n\n${lines}\n`], { type: 'text/plain' }), fileName)

  return (
    <>
      <p ref={text} tabIndex={-1} className="mt-1.5 text-ink2 outline-none">
        If you lose your phone or passkey, each of these codes lets you in once, beside your
        password. They are shown only now.
      </p>
      <Panel className="mt-3.5">
        <ol className="grid gap-y-1.5">
          {codes.map((code) => (
            <li key={code} className="text-center">
              <code className="[font-family:inherit] text-[clamp(0.75rem,4vw,0.9375rem)] leading-6 font-650 whitespace-nowrap">
                {code}
              </code>
            </li>
          ))}
        </ol>
      </Panel>
      <div className="mt-2.5 grid grid-cols-2 gap-2.5">
        <Button look="line" size="medium" onClick={() => void copyText(lines, 'Codes copied')}>
          <Copy size={18} aria-hidden />
          Copy
        </Button>
        <Button look="line" size="medium" onClick={download}>
          <Download size={18} aria-hidden />
          Download
        </Button>
      </div>
      <Checkbox
        ref={box}
        className="mt-4.5"
        label="I have kept them"
        checked={kept}
        onChange={({ target }) => setKept(target.checked)}
        error={
          (asked || warned) && !kept ? 'Keep the codes first: they are shown only once.' : undefined
        }
      />
      <Button onClick={done} className="mt-4.5">
        Done
      </Button>
    </>
  )
}

const fileName = 'pipkin-recovery-codes.txt'
const fileHead = 'Recovery codes for Pipkin. Each lets you in once.'
