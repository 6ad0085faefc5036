import type { SupportForm } from '@pipkin/contract'
import { createDrafts } from '../../forms/drafts.ts'

type Report = Omit<SupportForm, 'player'>

export const emptyReport: Report = { hash: '', amount: '', event: '' }
export const reports = createDrafts(emptyReport)
export const messages = createDrafts<{ text: string; picture?: Blob | undefined }>({ text: '' })

/** Whether something was written whose player is no longer logged in. */
export const isKept = (): boolean => reports.isAny() || messages.isAny()
