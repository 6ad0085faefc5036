import { ChevronRight, ExternalLink } from 'lucide-react'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { useTouch } from '../../../ui/use-media.ts'
import { walletApps } from '../../../wallets/wallet-apps.ts'

const row = 'flex min-h-13 items-center justify-between gap-3 px-3.5 text-row active:bg-sunken'

/** Without a wallet: on a phone this page in the browser of a wallet app, else one to install. */
export default function GetWallet() {
  return useTouch() ? <OpenInApp /> : <Install />
}

function OpenInApp() {
  const page = new URL(location.href)
  return (
    <Card>
      <ul aria-label="Open this page in a wallet app" className="divide-y divide-line">
        {walletApps.map(
          ({ name, open }) =>
            open && (
              <li key={name}>
                <a href={open(page)} className={row}>
                  Open in {name}
                  <ChevronRight size={19} aria-hidden className="shrink-0 text-ink2" />
                </a>
              </li>
            ),
        )}
        <li>
          <CopyButton
            label="Another app: copy the link"
            text={page.href}
            copied="Link copied"
            className={`${row} w-full text-left`}
          >
            Another app: copy the link
          </CopyButton>
        </li>
      </ul>
      <p className="px-3.5 pt-1 pb-3 text-cap text-ink2">
        The page opens in the app's own browser. Log in there once more.
      </p>
    </Card>
  )
}

const Install = () => (
  <Card>
    <ul aria-label="Install a wallet" className="divide-y divide-line">
      {walletApps.map(({ name, install }) => (
        <li key={name}>
          <a href={install} target="_blank" rel="noreferrer" className={row}>
            Install {name}
            <ExternalLink size={18} aria-hidden className="shrink-0 text-ink2" />
          </a>
        </li>
      ))}
    </ul>
    <p className="px-3.5 pt-1 pb-3 text-cap text-ink2">Then reload this page.</p>
  </Card>
)
