import { type Invite, readInvite } from '@pipkin/contract'
import { moneyText } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBreak } from '../../api/limits.ts'
import { callQuery } from '../../api/queries.ts'
import { breakText } from '../../forms/limit-words.ts'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { useSession } from '../../shell/session.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/card.tsx'
import { CopyButton, copyText } from '../../ui/copy-button.tsx'
import { bareControl, FieldShell, fieldBox } from '../../ui/field.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { offerText } from './referral-text.ts'
import { ShareInvite } from './share-invite.tsx'
import { termsStayFreshMs } from './terms.ts'

/** The invite link and the terms of its rewards; on a break, that there are no invites. */
export default function InviteScreen() {
  const player = useSession()
  const held = useBreak(player?.id)
  const { data, isError, refetch } = useQuery({
    ...callQuery(readInvite, { player: player?.id ?? 0 }),
    enabled: player !== null,
    staleTime: termsStayFreshMs,
  })
  return (
    <Screen>
      <ScreenBar />
      <div className="flex grow flex-col px-4.5 pt-px pb-7.5">
        {held ? (
          <Panel role="status">
            <h2 className="text-row">{breakText(held)}</h2>
            <p className="mt-1 text-sm text-ink2">
              Until then you can't invite anyone. What friends earn you is kept until it is over.{' '}
              <TextLink to="/account/limits">Limits and breaks</TextLink>
            </p>
          </Panel>
        ) : data ? (
          <Shown invite={data} />
        ) : isError ? (
          <ErrorState onRetry={() => void refetch()} />
        ) : (
          <Loading>
            <Skeleton className="h-93 rounded-2xl!" />
            <Skeleton className="mt-10 h-14 rounded-md!" />
            <Skeleton className="mt-10 h-14 rounded-md!" />
          </Loading>
        )}
      </div>
    </Screen>
  )
}

function Shown({ invite }: { invite: Invite }) {
  const { inviteCode, link } = invite
  const copyCode = () =>
    void copyText(inviteCode, 'Invite code copied', 'Failed to copy invite code')
  return (
    <>
      <Offer invite={invite} />
      <ReadOnly
        label="Your invite code"
        value={inviteCode}
        className="mt-4"
        look="text-[min(1.5rem,9vw)] font-770 tracking-[0.08em]"
        end={
          <Button look="line" size="small" aria-label="Copy invite code" onClick={copyCode}>
            <Copy size={17} aria-hidden />
            Copy
          </Button>
        }
      />
      <ReadOnly
        label="Your link"
        value={link.replace(/^https?:\/\//, '')}
        look="text-[0.9375rem] text-ellipsis"
        end={
          <CopyButton
            label="Copy link"
            text={link}
            copied="Link copied"
            failed="Failed to copy invite link"
            size={20}
          />
        }
      />
      <div className="mt-auto pt-5">
        <ShareInvite link={link} />
      </div>
    </>
  )
}

/** What both earn, and the link as a QR code. */
function Offer({ invite }: { invite: Invite }) {
  const { reward, friendReward, link } = invite
  const lines = [
    reward > 0n && `${moneyText(reward)} for you`,
    friendReward > 0n && `${moneyText(friendReward)} for your friend`,
  ].filter((line) => line !== false)
  return (
    <div className="glazed rounded-[1.875rem] px-5 pt-4.5 pb-4 text-center">
      {lines.length > 0 && (
        <h2 className="text-h1">
          {lines.map((line, index) => (
            <span key={line} className="block">
              {line}
              {index < lines.length - 1 && ','}
            </span>
          ))}
        </h2>
      )}
      <p className="mt-1.5 mb-3 text-sm text-on-glaze2">{offerText(invite)}</p>
      <div className="mx-auto grid size-[172px] place-items-center rounded-xl bg-[#FFFDF8]">
        <QrCode text={link} label="QR code for your invite link" size={156} />
      </div>
      <p className="mt-2.25 text-sm leading-4.5 text-on-glaze2">Scan to open the sign-up page</p>
    </div>
  )
}

interface ReadOnlyProps {
  label: string
  value: string
  look: string
  end: ReactNode
  className?: string
}

/** A field to select and copy, not to change. */
const ReadOnly = ({ label, value, look, end, className }: ReadOnlyProps) => (
  <FieldShell label={label} className={className}>
    {(control) => (
      <div className={`${fieldBox(false, 'min-h-14')} flex-wrap justify-end pr-1.5`}>
        <input
          {...control}
          readOnly
          value={value}
          className={`${bareControl} min-h-11 basis-36 ${look}`}
        />
        {end}
      </div>
    )}
  </FieldShell>
)
