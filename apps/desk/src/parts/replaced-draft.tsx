/** Says in the form of a new draft whose draft it replaces. */
export const ReplacedDraft = ({ by }: { by: string }) => (
  <p className="mt-3 text-pending">
    It replaces the draft by {by}. What was proposed of that draft can’t be approved any more.
  </p>
)
