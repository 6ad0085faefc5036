import type { Security } from '@pipkin/contract'
import { dayTimeText } from '../../browser/dates.ts'
import { EmptyRow } from '../../ui/empty.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { eventWords } from './event-words.ts'

/** What happened to the account lately, newest first. */
export function Events({ events }: Pick<Security, 'events'>) {
  return (
    <section>
      <SectionHead title="Recent events" />
      {events.length === 0 ? (
        <EmptyRow message="Nothing has happened yet." />
      ) : (
        <List label="Recent events">
          {events.map(({ at, kind, device }) => (
            <ListRow
              key={`${at.getTime()} ${kind}`}
              title={eventWords[kind]}
              note={
                <>
                  <span className="inline-block">{dayTimeText(at)}</span>
                  {device !== '' && ` · ${device}`}
                </>
              }
            />
          ))}
        </List>
      )}
      <p className="mt-2.5 px-0.5 text-sm text-ink2">
        Each comes by mail too. If it wasn't you, the link in that mail freezes your account.{' '}
        <TextLink to="/account/change-password">A new password</TextLink> logs out all other
        devices.
      </p>
    </section>
  )
}
