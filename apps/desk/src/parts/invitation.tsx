/** The one-time link of a new operator, to be passed on by a safe way. */
export const Invitation = ({ link }: { link: string }) => (
  <p className="mt-3 rounded-md bg-sunken p-3 text-sm wrap-anywhere">
    Pass this link on; it works once, for a day: <strong>{link}</strong>
  </p>
)
