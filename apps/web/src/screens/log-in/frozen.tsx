import type { FrozenBy } from '@pipkin/contract'
import { Screen } from '../../shell/screen.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { TextButton, TextLink } from '../../ui/text-button.tsx'
import { EntryHead } from './entry-head.tsx'
import { EntryOutcome } from './entry-outcome.tsx'

/** What stands under the title, and what has happened. */
const texts = {
  owner: {
    head: 'Make it yours again with a new password.',
    body: "“This wasn't me” was pressed in a mail about it. Passkeys and apps that were added in the 7 days before were removed. No bet is placed and no money leaves until you set a new password, by a link to your mail.",
  },
  house: {
    head: 'A person has to look at it.',
    body: "We have frozen it. No bet is placed and no money leaves; what is in your wallets stays there. A new password doesn't open it: write to support, and tell us what we should know.",
  },
} as const satisfies Record<FrozenBy, object>

/** The right password, or a passkey, of a frozen account: the way on. */
export const Frozen = ({ by, onBack }: { by: FrozenBy; onBack: () => void }) => (
  <Screen
    rail={null}
    hero={<EntryHead title="Account frozen" text={texts[by].head} />}
    className="px-5.5 pt-1.5 pb-6.5"
  >
    <EntryOutcome title="This account is frozen.">
      <p className="mt-2 text-ink2">{texts[by].body}</p>
      {by === 'owner' ? (
        <ButtonLink to="/forgot-password" className="mt-6.5">
          Set a new password
        </ButtonLink>
      ) : (
        <ButtonLink to="/support" className="mt-6.5">
          Write to support
        </ButtonLink>
      )}
      <p className="mt-3 text-center">
        <TextButton onClick={onBack}>Back to number and password</TextButton>
      </p>
      {by === 'owner' && (
        <p className="text-center text-sm">
          <TextLink to="/support" className="inline-block py-3">
            Write to support
          </TextLink>
        </p>
      )}
    </EntryOutcome>
  </Screen>
)
