import { type Factor, type FrozenBy, logIn, validateLogin } from '@pipkin/contract'
import { Check, Smartphone } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { useNavigateWhileHere } from '../../forms/use-still-here.ts'
import { useValidatedForm } from '../../forms/use-validated-form.ts'
import { pageAfterLogIn } from '../../shell/guard.ts'
import { Screen } from '../../shell/screen.tsx'
import { type Entered, sessionOf, startSession } from '../../shell/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormError } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { tryAgain } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { toast } from '../../ui/toasts.ts'
import { EntryHead } from './entry-head.tsx'
import { Frozen } from './frozen.tsx'
import { frozenBy } from './frozen-by.ts'
import type { PasskeyEntryProps } from './passkey-entry.tsx'
import type { SecondStepProps } from './second-step.tsx'

/** Number and password, and a second factor where the player has one; or a passkey alone. */
export default function Login() {
  const navigate = useNavigateWhileHere()
  const { state } = useLocation()
  const form = useValidatedForm({ mobile: '', password: '' }, validateLogin)
  const [secondStep, setSecondStep] = useState<SecondStep | null>(null)
  const [frozen, setFrozen] = useState<FrozenBy | null>(null)

  function enter(player: Entered) {
    startSession(sessionOf(player))
    navigate(pageAfterLogIn(state), { replace: true })
  }
  function goBack(reason?: string) {
    setSecondStep(null)
    const by = frozenBy(reason)
    if (by) setFrozen(by)
    else if (reason !== undefined) toast.error(reason)
  }

  if (frozen) return <Frozen by={frozen} onBack={() => setFrozen(null)} />
  if (secondStep) {
    const { Form, factors } = secondStep
    return <Form factors={factors} onEntered={enter} onBack={goBack} />
  }
  return (
    <NumberAndPassword
      form={form}
      onEntered={enter}
      onSecondStep={setSecondStep}
      onFrozen={setFrozen}
    />
  )
}

/** The form is loaded with the answer that asks for it. */
interface SecondStep {
  readonly factors: readonly Factor[]
  readonly Form: ComponentType<SecondStepProps>
}

interface NumberAndPasswordProps {
  form: UseFormReturn<{ mobile: string; password: string }>
  onEntered: (player: Entered) => void
  onSecondStep: (step: SecondStep) => void
  onFrozen: (by: FrozenBy) => void
}

function NumberAndPassword(props: NumberAndPasswordProps) {
  const { form, onEntered, onSecondStep, onFrozen } = props
  const { register, handleSubmit, watch, formState } = form
  const { errors, isSubmitting } = formState
  const { state } = useLocation()
  const Passkey = usePasskeyEntry()

  const submit = handleSubmit(async (fields) => {
    const result = await call(logIn, fields)
    if (!result.ok) {
      const message = failureMessage(result)
      const by = frozenBy(message)
      return by ? onFrozen(by) : toast.error(message)
    }
    const { answer } = result
    if ('player' in answer) return onEntered(answer)
    try {
      const module = await import('./second-step.tsx')
      onSecondStep({ factors: answer.secondFactor, Form: module.SecondStep })
    } catch {
      toast.error(tryAgain)
    }
  })

  return (
    <Screen
      rail={null}
      hero={<EntryHead title="Welcome back" text="Log in with your mobile number." />}
      className="px-5.5 pt-1.5"
    >
      <form method="post" onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label="Mobile number"
          inputMode="numeric"
          // The browser offers passkeys here.
          autoComplete="username webauthn"
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
        <FormError>{errors.root?.message}</FormError>
        <Button type="submit" busy={isSubmitting} className="mt-6.5">
          Login
        </Button>
        {Passkey && <Passkey onEntered={onEntered} onFrozen={onFrozen} />}
        <p className="mt-3 text-center">
          <TextLink to="/forgot-password" state={state} className="-my-1 inline-block py-2.5">
            Forgot your password?
          </TextLink>
        </p>
      </form>
      <p className="mt-3 text-center">
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

/** The way in by a passkey, loaded where the browser knows them. */
function usePasskeyEntry(): ComponentType<PasskeyEntryProps> | undefined {
  const [Entry, setEntry] = useState<ComponentType<PasskeyEntryProps>>()
  useEffect(() => {
    if (typeof globalThis.PublicKeyCredential !== 'function') return
    import('./passkey-entry.tsx').then(
      ({ PasskeyEntry }) => setEntry(() => PasskeyEntry),
      () => {},
    )
  }, [])
  return Entry
}
