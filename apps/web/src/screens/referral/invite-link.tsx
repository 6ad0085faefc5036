import { useBreak } from '../../api/limits.ts'
import { useSession } from '../../shell/session.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** Leads to the invitation; not there on a break. */
export function InviteLink({ size }: { size?: 'small' }) {
  const held = useBreak(useSession()?.id)
  if (held) return null
  return (
    <ButtonLink to="/account/invite" {...(size && { size })}>
      Invite
    </ButtonLink>
  )
}
