import type { ComponentType } from 'react'
import { createStore } from '../browser/listeners.ts'

/**
 * What lies over every screen. The toasts put themselves here with the first one: they come with
 * the screen that tells something, not with the first load.
 */
export const overlay = createStore<{ readonly Content: ComponentType } | null>(null)
