import { Component, type ReactNode } from 'react'

interface Props {
  /** The page on screen; another one is a new chance. */
  at: string
  /** What stands in place of the screen. */
  failed: ReactNode
  children: ReactNode
}

/** A screen that fails, or whose file can't be loaded, leaves the frame standing. */
export class ScreenBoundary extends Component<Props, { at: string; failed: boolean }> {
  override state = { at: this.props.at, failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ at }: Props, state: { at: string }) {
    return at === state.at ? null : { at, failed: false }
  }

  override render() {
    return this.state.failed ? this.props.failed : this.props.children
  }
}
