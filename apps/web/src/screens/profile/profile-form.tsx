import { type Profile, validateProfile } from '@pipkin/contract'
import { Clock, Lock, Mail, Smartphone, UserRound } from 'lucide-react'
import { useKeptForm } from '../../forms/drafts.ts'
import { emailCharacters, restrictInput } from '../../forms/restrict-input.ts'
import { useValidatedForm } from '../../forms/use-validated-form.ts'
import { VerifyEmail } from '../../forms/verify-email.tsx'
import type { Session } from '../../shell/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Tag } from '../../ui/tag.tsx'
import { drafts, type ProfileFields, useSaveProfile } from './use-save-profile.ts'

/** Name and e-mail address. Another address asks on the way for a code. */
export function ProfileForm({ player, profile }: { player: Session; profile: Profile }) {
  const first = drafts.read(player.id) ?? { name: profile.name, email: profile.email }
  const form = useValidatedForm<ProfileFields>(first, validateProfile)
  useKeptForm(drafts, player.id, form)
  const { register, handleSubmit, watch, formState } = form
  const { errors, isSubmitting } = formState
  const { name, email } = watch()
  const { save, asksForCode, code, stop } = useSaveProfile(player, profile)
  const submit = handleSubmit(save)
  const goOn = (_: string, isOpen: boolean) => {
    if (!isOpen) return
    stop()
    void submit()
  }

  return (
    <>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex grow flex-col">
        <Field
          label="Full Name"
          autoComplete="name"
          placeholder="Your name"
          icon={<UserRound size={20} aria-hidden />}
          error={errors.name?.message}
          {...register('name')}
        />
        <Field
          label="Email"
          className="mt-4"
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          icon={<Mail size={20} aria-hidden />}
          end={
            email !== '' &&
            email !== profile.email && (
              <Tag tone="pending" icon={<Clock size={14} aria-hidden />}>
                Not verified
              </Tag>
            )
          }
          hint="A new email is verified with a 4-digit code."
          error={errors.email?.message}
          {...restrictInput(emailCharacters, register('email'))}
        />
        <Field
          label="Mobile"
          className="mt-4"
          readOnly
          value={profile.mobile}
          icon={<Smartphone size={20} aria-hidden />}
          end={<Lock size={17} aria-hidden className="shrink-0 text-ink2" />}
          hint="It can't be changed."
        />
        <div className="mt-auto pt-6">
          <Button type="submit" size="tall" busy={isSubmitting}>
            Save
          </Button>
        </div>
      </form>
      <VerifyEmail
        open={asksForCode}
        onClose={stop}
        code={code}
        email={email}
        name={name.trim()}
        onVerified={goOn}
      />
    </>
  )
}
