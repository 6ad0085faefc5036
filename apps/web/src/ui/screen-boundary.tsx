import { Component, type ReactNode } from 'react'

interface Props {
  /** The page on screen; another one clears the failure. */
  at?: string
  /** Shown in place of what failed; nothing by default. */
  failed?: ReactNode
  children: ReactNode
}

/** Keeps the frame when a screen fails or its file can't be loaded. */
export class ScreenBoundary extends Component<Props, { at: string | undefined; failed: boolean }> {
  override state = { at: this.props.at, failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ at }: Props, state: Pick<Props, 'at'>) {
    return at === state.at ? null : { at, failed: false }
  }

  override render() {
    return this.state.failed ? this.props.failed : this.props.children
  }
}
