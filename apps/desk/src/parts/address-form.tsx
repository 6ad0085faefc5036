import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface AddressFormProps {
  /** The form's part of the address. */
  at: string
  onSend: (form: FormData) => void
  className: string
  children: ReactNode
}

/** A search or a filter. Its fields follow the address, on Back too, and the focus stays. */
export function AddressForm({ at, onSend, className, children }: AddressFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const shown = useRef(at)
  // A field that was typed into doesn't follow a new default value by itself.
  useLayoutEffect(() => {
    if (shown.current !== at) form.current?.reset()
    shown.current = at
  }, [at])
  return (
    <search>
      <form
        ref={form}
        className={className}
        onSubmit={(event) => {
          event.preventDefault()
          onSend(new FormData(event.currentTarget))
        }}
      >
        {children}
      </form>
    </search>
  )
}
