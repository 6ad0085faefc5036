import type { TeamMember } from '@pipkin/contract'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Earned } from './earned.tsx'
import { RewardTag } from './reward-state.tsx'

const columns = [
  { name: 'S.No', look: 'pl-2 text-center' },
  { name: 'Level', look: 'text-center' },
  { name: 'Referral Name', look: 'text-left' },
  { name: 'Referral Balance', look: 'w-23 pr-3.5 text-right' },
]

/** The members of the team, by level. */
export const TeamTable = ({ members }: { members: readonly TeamMember[] }) => (
  <Card className="mt-3.5 overflow-x-auto">
    <table className="w-full border-collapse">
      <thead className="bg-sunken text-cap text-ink2">
        <tr>
          {columns.map(({ name, look }) => (
            <th key={name} scope="col" className={cx('px-1.5 py-2.75 font-640', look)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {members.map((member, index) => (
          <Row key={member.referralId} number={index + 1} member={member} />
        ))}
      </tbody>
    </table>
  </Card>
)

const Row = ({ number, member }: { number: number; member: TeamMember }) => (
  <tr className="h-13.25 *:px-1.5">
    <td className="text-center text-ink2">{number}</td>
    <td className="text-center">
      <span className="inline-grid h-6 min-w-8 place-items-center rounded-xs bg-sunken px-2 text-cap font-640 text-ink2">
        {member.level}
      </span>
    </td>
    <td>
      <span className="flex items-center gap-2">
        <Avatar name={member.name} size={30} tint={member.referralId} />
        <span className="min-w-0 text-[0.96875rem] leading-5 font-640 tracking-[-0.006em] [overflow-wrap:anywhere]">
          {member.name}
        </span>
      </span>
    </td>
    <td className="!pr-3.5 text-right">
      <Earned amount={member.earned} locked={false} coin={16} />
      {member.reward && (
        <span className="mt-0.5 block">
          <RewardTag state={member.reward.state} />
        </span>
      )}
    </td>
  </tr>
)
