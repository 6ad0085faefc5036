import type { ComponentType } from 'react'
import { createStore } from '../browser/listeners.ts'

/**
 * What lies over every screen. The first toast puts the toasts here: they come with a screen that
 * raises one, not with the first load.
 */
export const overlay = createStore<{ readonly Content: ComponentType } | null>(null)
