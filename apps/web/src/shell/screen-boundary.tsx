import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/states.tsx'

interface Props {
  /** The page on screen; another one is a new chance. */
  at: string
  children: ReactNode
}

/**
 * A screen that fails, or whose file can't be loaded, leaves the frame standing: a message and
 * Retry.
 */
export class ScreenBoundary extends Component<Props, { at: string; failed: boolean }> {
  override state = { at: this.props.at, failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ at }: Props, state: { at: string }) {
    return at === state.at ? null : { at, failed: false }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="p-4.5 wide:mx-auto wide:w-120">
        <ErrorState onRetry={() => location.reload()} />
      </div>
    )
  }
}
