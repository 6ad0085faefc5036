import { useEffect } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'

/**
 * A form whose messages may be about several fields: once it was submitted, each change judges all
 * of it again.
 */
export function useJudgedForm<Values extends FieldValues>(
  defaultValues: DefaultValues<Values>,
  resolver: Resolver<Values>,
): UseFormReturn<Values> {
  const form = useForm<Values>({ defaultValues, resolver })
  const { watch, trigger } = form
  const { isSubmitted } = form.formState
  useEffect(() => {
    if (!isSubmitted) return
    const { unsubscribe } = watch(() => void trigger())
    return unsubscribe
  }, [isSubmitted, watch, trigger])
  return form
}
