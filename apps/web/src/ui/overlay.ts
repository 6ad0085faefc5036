import type { ComponentType } from 'react'
import { createStore } from '../browser/listeners.ts'

/**
 * Content over every screen. The first toast puts the toast host here: it is loaded with a screen
 * that raises a toast, not with the first load.
 */
export const overlay = createStore<{ readonly Content: ComponentType } | null>(null)
