import { logIn, validateLogin } from '@pipkin/contract'
import { ArrowLeft, Check, Smartphone } from 'lucide-react'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { useNavigateWhileHere } from '../../forms/use-still-here.ts'
import { useValidatedForm } from '../../forms/use-validated-form.ts'
import { pageAfterLogIn } from '../../shell/guard.ts'
import { Screen } from '../../shell/screen.tsx'
import { useBack } from '../../shell/screen-bar.tsx'
import { sessionOf, startSession } from '../../shell/session.ts'
import { Art } from '../../ui/art.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { Hero } from '../../ui/hero.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { toast } from '../../ui/toasts.ts'

export default function Login() {
  const navigate = useNavigateWhileHere()
  const { state } = useLocation()
  const { register, handleSubmit, watch, formState } = useValidatedForm(
    { mobile: '', password: '' },
    validateLogin,
  )
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (fields) => {
    const result = await call(logIn, fields)
    if (!result.ok) return toast.error(failureMessage(result))
    startSession(sessionOf(result.answer))
    navigate(pageAfterLogIn(state), { replace: true })
  })

  return (
    <Screen rail={null} hero={<LoginHead />} className="px-5.5 pt-1.5">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label="Mobile number"
          inputMode="numeric"
          autoComplete="username"
          placeholder="10 digits"
          icon={<Smartphone size={20} aria-hidden />}
          end={
            /^\d{10}$/.test(watch('mobile')) && (
              <Check size={20} aria-hidden className="shrink-0 text-win" />
            )
          }
          error={errors.mobile?.message}
          {...register('mobile')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          placeholder="Your password"
          error={errors.password?.message}
          {...register('password')}
        />
        {errors.root?.message && <FieldError>{errors.root.message}</FieldError>}
        <Button type="submit" busy={isSubmitting} className="mt-6.5">
          Login
        </Button>
      </form>
      <p className="mt-5.5 text-center">
        New here?{' '}
        <TextLink to="/signup" state={state} className="-my-2.5 inline-block py-2.5">
          Create An Account
        </TextLink>
      </p>
      <p className="mt-auto pt-6 pb-6.5 text-center text-cap text-ink2">
        For adults, 18 and over. Play only with what you can spare.
      </p>
    </Screen>
  )
}

function LoginHead() {
  const back = useBack()
  return (
    <Hero className="px-4.5 pt-4 pb-3.5 desk:w-120">
      <div className="flex items-center justify-between">
        <IconButton label="Back" onClick={back} className="-ml-2.5">
          <ArrowLeft size={22} aria-hidden />
        </IconButton>
        <Art name="mark" size={38} className="desk:hidden" />
      </div>
      <h1 tabIndex={-1} className="mt-5.5 text-display">
        Welcome back
      </h1>
      <p className="mt-1.5 text-on-glaze2">Log in with your mobile number.</p>
    </Hero>
  )
}
