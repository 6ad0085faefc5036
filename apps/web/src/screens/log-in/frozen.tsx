import { Screen } from '../../shell/screen.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { TextButton, TextLink } from '../../ui/text-button.tsx'
import { EntryHead } from './entry-head.tsx'
import { EntryOutcome } from './entry-outcome.tsx'

/** The right password, or a passkey, of an account that its owner has frozen: the way on. */
export const Frozen = ({ onBack }: { onBack: () => void }) => (
  <Screen
    rail={null}
    hero={<EntryHead title="Account frozen" text="Make it yours again with a new password." />}
    className="px-5.5 pt-1.5 pb-6.5"
  >
    <EntryOutcome title="This account is frozen.">
      <p className="mt-2 text-ink2">
        “This wasn't me” was pressed in a mail about it. Passkeys and apps that were added in the 7
        days before were removed. No bet is placed and no money leaves until you set a new password,
        by a link to your mail.
      </p>
      <ButtonLink to="/forgot-password" className="mt-6.5">
        Set a new password
      </ButtonLink>
      <p className="mt-3 text-center">
        <TextButton onClick={onBack}>Back to number and password</TextButton>
      </p>
      <p className="text-center text-sm">
        <TextLink to="/support" className="inline-block py-3">
          Write to support
        </TextLink>
      </p>
    </EntryOutcome>
  </Screen>
)
