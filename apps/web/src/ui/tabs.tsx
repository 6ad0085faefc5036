import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface TabsProps<T extends string> {
  label: string
  tabs: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** Segmented, 44 px; arrow keys move. */
export function Tabs<T extends string>({ label, tabs, value, onChange, children }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(next: T) => onChange(next)}>
      <Base.List
        aria-label={label}
        activateOnFocus
        className="grid auto-cols-fr grid-flow-col rounded-md bg-sunken p-1 lined"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="min-h-11 rounded-[13px] text-[min(0.96875rem,5.5vw)] font-620 text-ink2 transition-colors duration-(--t-fast) data-active:bg-surface data-active:font-720 data-active:text-ink data-active:shadow-[0_1px_4px_rgba(60,44,16,.16)] dark:data-active:bg-[#374845]"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={value} className="outline-offset-4">
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
