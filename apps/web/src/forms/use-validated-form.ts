import { useEffect } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'

/** A message per wrong field; `form` is about several fields at once. */
type Messages<Values> = { readonly [K in keyof Values | 'form']?: string }
type Validate<Values> = (values: Values) => Messages<Values>

/**
 * A form that one pure function of the contract validates. A message about several fields appears
 * once, as `errors.root`; its fields are marked without a text of their own. After the first
 * submit, each change validates the whole form again.
 */
export function useValidatedForm<Values extends FieldValues>(
  defaultValues: DefaultValues<Values>,
  validate: Validate<Values>,
): UseFormReturn<Values> {
  const form = useForm<Values>({ defaultValues, resolver: resolverOf(validate) })
  const { watch, trigger } = form
  const { isSubmitted } = form.formState
  useEffect(() => {
    if (!isSubmitted) return
    // A reset names no field: what is missing from an emptied form is no mistake.
    const { unsubscribe } = watch((_, { name }) => void (name !== undefined && trigger()))
    return unsubscribe
  }, [isSubmitted, watch, trigger])
  return form
}

/** Lets a pure validation function of the contract judge a form. */
const resolverOf =
  <Values extends FieldValues>(validate: Validate<Values>): Resolver<Values> =>
  (values) => {
    const { form, ...fields } = validate(values)
    const wrong = Object.entries(fields).map(([name, message]) => [
      name,
      { type: 'validate', message: form === undefined ? message : '' },
    ])
    if (wrong.length === 0 && form === undefined) return { values, errors: {} }
    return {
      values: {},
      errors: {
        ...Object.fromEntries(wrong),
        ...(form !== undefined && { root: { type: 'form', message: form } }),
      },
    }
  }
