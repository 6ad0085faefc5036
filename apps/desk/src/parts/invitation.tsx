/**
 * What a new operator comes in by, to be passed on by a safe way: the one-time link, and where two
 * people invite, the code that its proposer was given.
 */
export function Invitation({
  link,
  code,
  proposer,
}: {
  link: string | null
  code: string | null
  /** Who has the code of this link. */
  proposer?: string
}) {
  return (
    <p className="mt-3 rounded-md bg-sunken p-3 text-sm wrap-anywhere">
      {link !== null ? (
        <>
          Pass this link on; it works once, for a day
          {proposer && `, with the code that ${proposer} was given`}: <strong>{link}</strong>
        </>
      ) : (
        <>
          Pass this code on yourself: the link, which comes from the second person, needs it. It
          isn’t shown again: <strong>{code}</strong>
        </>
      )}
    </p>
  )
}
