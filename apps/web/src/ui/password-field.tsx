import { Eye, EyeOff, Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { IconButton } from './icon-button.tsx'

/** How long a revealed password stays readable. */
const revealMs = 2000

/** A masked field; the eye shows what is typed for 2 seconds. */
export function PasswordField({ dense, ...field }: Omit<FieldProps, 'icon' | 'end' | 'type'>) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(false), revealMs)
    return () => clearTimeout(timer)
  }, [shown])
  const Icon = shown ? EyeOff : Eye
  return (
    <Field
      {...field}
      dense={dense}
      type={shown ? 'text' : 'password'}
      icon={<Lock size={dense ? 19 : 20} aria-hidden />}
      end={
        <IconButton
          label="Show password for 2 seconds"
          onClick={() => setShown(true)}
          className="-mr-2.5"
        >
          <Icon size={20} aria-hidden className="text-ink2" />
        </IconButton>
      }
    />
  )
}
