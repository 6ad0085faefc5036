import type { UseFormReturn } from 'react-hook-form'
import { FormError } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { CommonPasswordWarning } from './common-password-warning.tsx'

type NewPasswordForm = UseFormReturn<{ password: string; repeated: string }>

/** A new password, given twice, with what is wrong with it. */
export function NewPasswordFields({ register, watch, formState: { errors } }: NewPasswordForm) {
  return (
    <>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="4 to 20 characters"
        error={errors.password?.message}
        {...register('password')}
      />
      <CommonPasswordWarning password={watch('password')} />
      <PasswordField
        label="Confirm password"
        className="mt-4.5"
        autoComplete="new-password"
        error={errors.repeated?.message}
        {...register('repeated')}
      />
      <FormError>{errors.root?.message}</FormError>
    </>
  )
}
