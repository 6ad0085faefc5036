import type { ComponentProps, MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** An absolute path of the product, with its query. */
  to: string
  state?: unknown
}

/**
 * A link to another screen, or to a file that is downloaded. The router's own carries what a
 * server-rendered app needs: 4 kB of the first load.
 */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const { metaKey, altKey, ctrlKey, shiftKey } = event
    const elsewhere = event.button !== 0 || metaKey || altKey || ctrlKey || shiftKey
    if (event.defaultPrevented || elsewhere || rest.download !== undefined) return
    event.preventDefault()
    void navigate(to, { state, replace: to === pathname + search + hash })
  }
  return <a {...rest} href={to} onClick={follow} />
}
