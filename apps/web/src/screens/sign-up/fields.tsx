import { Check, Gift, Mail, Phone, UserRound } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useStore } from '../../browser/listeners.ts'
import { CommonPasswordWarning } from '../../forms/common-password-warning.tsx'
import { emailCharacters, restrictInput } from '../../forms/restrict-input.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { type SignUpDraft, verifiedEmail } from './draft.ts'

interface FieldsProps {
  form: UseFormReturn<SignUpDraft>
}

/** Name, phone, password and email address. */
export function PlayerFields({ form: { register, watch, formState } }: FieldsProps) {
  const { errors } = formState
  const verified = useStore(verifiedEmail)
  return (
    <>
      <Field
        label="Name"
        dense
        className="mt-2.75"
        autoComplete="name"
        icon={<UserRound size={19} aria-hidden />}
        error={errors.name?.message}
        {...register('name')}
      />
      <Field
        label="Phone"
        dense
        className="mt-2.75"
        inputMode="numeric"
        autoComplete="tel-national"
        icon={<Phone size={19} aria-hidden />}
        error={errors.mobile?.message}
        {...register('mobile')}
      />
      <PasswordField
        label="Password"
        dense
        className="mt-2.75"
        autoComplete="new-password"
        hint="4 to 20 characters"
        error={errors.password?.message}
        {...register('password')}
      />
      <CommonPasswordWarning password={watch('password')} />
      <Field
        label="Email"
        dense
        className="mt-2.75"
        type="text"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        icon={<Mail size={19} aria-hidden />}
        end={
          watch('email') === verified && (
            <Tag tone="win" icon={<Check size={14} aria-hidden />}>
              Verified
            </Tag>
          )
        }
        hint="We will email you a 4-digit code."
        error={errors.email?.message}
        {...restrictInput(emailCharacters, register('email'))}
      />
    </>
  )
}

const neverChanges = () => () => undefined

/** The referral code; a tag marks the one that came with the invite's link. */
export function ReferralCodeField({ form, invite }: FieldsProps & { invite: string }) {
  // The build renders the page without an invite: the tag appears after hydration.
  const shownInvite = useSyncExternalStore(
    neverChanges,
    () => invite,
    () => '',
  )
  return (
    <Field
      label={
        <>
          Referral code <span className="font-450 text-ink2">(optional)</span>
        </>
      }
      dense
      className="mt-2.75"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      icon={<Gift size={19} aria-hidden />}
      end={
        shownInvite !== '' &&
        form.watch('code') === shownInvite && (
          <Tag tone="win" icon={<Check size={14} aria-hidden />}>
            <span className="max-[24rem]:sr-only">From your invite</span>
          </Tag>
        )
      }
      {...form.register('code')}
    />
  )
}

export const AgreeToTerms = ({ form: { register, formState } }: FieldsProps) => (
  <Checkbox
    label={
      <>
        I am 18 or over and agree to the{' '}
        <TextLink to="/account/terms-conditions">Terms and Conditions</TextLink>
      </>
    }
    error={formState.errors.agreed?.message}
    {...register('agreed')}
  />
)
