import { useState } from 'react'
import { useRouteExists } from '../shell/route.ts'
import { Screen } from '../shell/screen.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'

const tabs = [
  { value: 'today', label: 'Today', empty: 'No activity found for today.' },
  { value: 'previous', label: 'Previous Activity', empty: 'No previous activity found.' },
] as const
type Tab = (typeof tabs)[number]['value']

export default function Activities() {
  const [shown, setShown] = useState<Tab>('today')
  const exists = useRouteExists()
  return (
    <Screen className="px-4.5 pb-6">
      <header className="flex min-h-15 items-center pt-4 pb-2">
        <h1 tabIndex={-1} className="text-h1">
          Activities
        </h1>
      </header>
      <Tabs label="Activities" tabs={tabs} value={shown} onChange={setShown}>
        <div className="mt-3">
          <EmptyState
            message={tabs.find(({ value }) => value === shown)?.empty ?? ''}
            hint="Your rounds will show up here."
            action={
              exists('/games') && (
                <ButtonLink to="/games" look="line" size="small">
                  See the games
                </ButtonLink>
              )
            }
          />
        </div>
      </Tabs>
    </Screen>
  )
}
