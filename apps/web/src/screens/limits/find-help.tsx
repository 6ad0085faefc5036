import type { Limits } from '@pipkin/contract'
import { SectionHead } from '../../ui/section-head.tsx'

/** Where help is found, as the operator says. */
export function FindHelp({ help }: { help: Limits['offers']['help'] }) {
  return (
    <section aria-label="Help">
      <SectionHead title="Help" className="mt-5 mb-1" />
      {help.length === 0 ? (
        <p className="text-sm text-ink2">
          If play is no fun any more, talk to somebody you trust, a doctor, or a help line where you
          live.
        </p>
      ) : (
        <ul className="text-sm">
          {help.map(({ name, url }) => (
            <li key={url}>
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="inline-block py-3 font-640 text-link underline-offset-3 hover:underline"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
