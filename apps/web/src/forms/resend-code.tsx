import { TextButton } from '../ui/text-button.tsx'

export interface ResendCodeProps {
  /** Until another code may be requested. */
  secondsLeft: number
  sending: boolean
  onResend: () => void
}

/** Asks for another code, once the wait is over. */
export const ResendCode = ({ secondsLeft, sending, onResend }: ResendCodeProps) => (
  <p className="mt-1 text-center text-sm">
    No code yet?{' '}
    {secondsLeft > 0 ? (
      <TextButton disabled className="text-ink2 hover:no-underline">
        Resend Code in {secondsLeft} s
      </TextButton>
    ) : (
      <TextButton onClick={onResend} disabled={sending}>
        Resend Code
      </TextButton>
    )}
  </p>
)
