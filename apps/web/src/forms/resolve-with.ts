import type { FieldValues, Resolver } from 'react-hook-form'

type Messages<Values> = { readonly [K in keyof Values | 'form']?: string }

/**
 * Lets one pure function of the contract judge a form. A message about several fields stands once,
 * as `errors.root`; the fields it is about are marked without a text of their own.
 */
export const resolveWith =
  <Values extends FieldValues>(validate: (values: Values) => Messages<Values>): Resolver<Values> =>
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
