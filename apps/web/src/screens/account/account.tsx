import { shortMoneyText, walletShortensFrom } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import {
  FileDown,
  FileText,
  Hourglass,
  KeyRound,
  LifeBuoy,
  Link,
  LogOut,
  type LucideIcon,
  Moon,
  ShieldCheck,
  Sun,
  TrendingUp,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react'
import { useId } from 'react'
import { useBreak } from '../../api/limits.ts'
import { balancesQuery } from '../../api/queries.ts'
import { Worth } from '../../forms/worth.tsx'
import { PlayerAvatar } from '../../shell/player-avatar.tsx'
import { Screen } from '../../shell/screen.tsx'
import { type Session, useSession } from '../../shell/session.ts'
import { useLeave } from '../../shell/use-leave.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { cx } from '../../ui/cx.ts'
import { Hero } from '../../ui/hero.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useDarkMode } from '../../ui/theme.ts'
import type { Tint } from '../../ui/tone.ts'

/** The menu of all that belongs to the account, and the log-out. */
export default function Account() {
  const session = useSession()
  return session && <Menu player={session} />
}

interface Entry {
  readonly to: string
  readonly title: string
  readonly icon: LucideIcon
  readonly tint?: Tint
}

const own: readonly Entry[] = [
  { to: '/account/my-profile', title: 'My Profile', icon: UserRound, tint: 'peach' },
  { to: '/account/wallet', title: 'Wallet', icon: Wallet, tint: 'sky' },
]
const earned: readonly Entry[] = [
  { to: '/account/level-earning', title: 'Level Earning', icon: TrendingUp, tint: 'leaf' },
  { to: '/account/referral-team', title: 'Team', icon: Users, tint: 'leaf' },
]
const referral: readonly Entry[] = [
  { to: '/account/invite', title: 'Referral Link', icon: Link, tint: 'rose' },
  ...earned,
]
const rest: readonly Entry[] = [
  { to: '/account/security', title: 'Security', icon: ShieldCheck },
  { to: '/account/limits', title: 'Limits and breaks', icon: Hourglass },
  { to: '/account/change-password', title: 'Change Password', icon: KeyRound },
  { to: '/account/terms-conditions', title: 'Terms and Conditions', icon: FileText },
  { to: '/account/your-data', title: 'Your Data', icon: FileDown },
  { to: '/support', title: 'Support', icon: LifeBuoy },
]

function Menu({ player }: { player: Session }) {
  const leave = useLeave()
  const isOnBreak = Boolean(useBreak(player.id))
  return (
    <Screen hero={<Head player={player} />} className="gap-3 px-4.5 pt-0.5 pb-6 wide:pt-1.5">
      <List>
        <Entries entries={own} player={player} />
        <DarkMode />
      </List>
      <List>
        <Entries entries={isOnBreak ? earned : referral} player={player} />
      </List>
      <List>
        <Entries entries={rest} player={player} />
      </List>
      <List>
        <ListRow
          dense
          start={
            <IconTile tone="loss" size="sm">
              <LogOut size={19} />
            </IconTile>
          }
          title={<span className="text-loss">Log Out</span>}
          onPress={leave}
        />
      </List>
    </Screen>
  )
}

/** What has room beside the picture on the smallest phone. */
const longestWord = 10

function Head({ player }: { player: Session }) {
  const hasLongWord = player.name.split(' ').some(({ length }) => length > longestWord)
  return (
    <Hero className="px-4.5 pt-4 pb-2 wide:w-210 wide:pr-0">
      <div className="flex flex-wrap items-center gap-4">
        <PlayerAvatar player={player} size={64} />
        <div
          className={cx(
            'min-w-0 grow basis-24',
            hasLongWord && 'max-[26rem]:order-last max-[26rem]:basis-full',
          )}
        >
          <h1 tabIndex={-1} className="text-h1 break-words">
            {player.name}
          </h1>
          <div className="text-on-glaze2">ID {player.id}</div>
        </div>
        <CopyButton
          label="Copy ID"
          text={String(player.id)}
          copied="ID copied"
          size={19}
          className="ml-auto"
        />
      </div>
    </Hero>
  )
}

const Entries = ({ entries, player }: { entries: readonly Entry[]; player: Session }) =>
  entries.map(({ to, title, icon: Icon, tint }) => (
    <ListRow
      key={to}
      dense
      to={to}
      start={
        <IconTile size="sm" {...(tint && { tint })}>
          <Icon size={19} className={tint && 'text-ink'} />
        </IconTile>
      }
      title={title}
      end={to === '/account/wallet' && <Playable player={player} />}
    />
  ))

function Playable({ player }: { player: Session }) {
  const balances = useQuery(balancesQuery(player.id)).data
  return (
    balances && (
      <span className="text-sm text-ink2">
        {shortMoneyText(balances.stakeable, walletShortensFrom)} fkr
        <Worth of={balances.stakeable} />
        {/* Where there is no room the figure says enough. */}
        <span className="max-[24rem]:sr-only"> to play with</span>
      </span>
    )
  )
}

function DarkMode() {
  const [dark, setDark] = useDarkMode()
  const Icon = dark ? Sun : Moon
  const title = dark ? 'Light Mode' : 'Dark Mode'
  const id = useId()
  return (
    <ListRow
      dense
      start={
        <IconTile size="sm">
          <Icon size={19} />
        </IconTile>
      }
      // The whole row can be pressed.
      title={
        <label htmlFor={id} className="before:absolute before:inset-0">
          {title}
        </label>
      }
      end={<Switch id={id} label="Dark Mode" on={dark} onChange={setDark} />}
    />
  )
}
