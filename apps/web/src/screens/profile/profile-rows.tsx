import type { Profile } from '@pipkin/contract'
import { Calendar, Check, Gift, Mail, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { dayText } from '../../browser/dates.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { List } from '../../ui/list.tsx'

export function ProfileRows({ profile }: { profile: Profile }) {
  return (
    <List label="Profile">
      <Row icon={<Smartphone size={20} />} label="Mobile">
        {profile.mobile}
      </Row>
      <Row
        icon={<Mail size={20} />}
        label={
          <span className="flex flex-wrap items-center gap-x-1">
            Email
            <span className="flex items-center gap-1 font-640 text-win">
              <Check size={14} aria-hidden />
              verified
            </span>
          </span>
        }
      >
        {profile.email}
      </Row>
      <Row
        icon={<Gift size={20} />}
        label="Invite code"
        end={
          <CopyButton
            label="Copy invite code"
            text={profile.inviteCode}
            failed="Failed to copy invite code"
            size={19}
            className="-mr-2.5"
          />
        }
      >
        {profile.inviteCode}
      </Row>
      <Row icon={<Calendar size={20} />} label="Member since">
        {dayText(profile.memberSince)}
      </Row>
    </List>
  )
}

function Row({
  icon,
  label,
  end,
  children,
}: {
  icon: ReactNode
  label: ReactNode
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <li className="flex min-h-16.5 items-center gap-3 px-3.5 py-2.25">
      <IconTile>{icon}</IconTile>
      <div className="min-w-0 grow">
        <div className="text-cap text-ink2">{label}</div>
        <div className="mt-0.5 text-row [overflow-wrap:anywhere]">{children}</div>
      </div>
      {end}
    </li>
  )
}
