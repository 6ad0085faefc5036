import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface AddressFormProps {
  /** What the address has of it. */
  at: string
  onSend: (form: FormData) => void
  className: string
  children: ReactNode
}

/** A search or a filter, whose fields follow the address, also back. The focus stays. */
export function AddressForm({ at, onSend, className, children }: AddressFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const shown = useRef(at)
  // A field that was typed into follows no default value by itself.
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
