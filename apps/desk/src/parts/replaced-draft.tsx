/** Whose draft goes when another is kept, said in its form. */
export const ReplacedDraft = ({ by }: { by: string }) => (
  <p className="mt-3 text-pending">
    It replaces the draft by {by}. What was proposed of that draft can’t be approved any more.
  </p>
)
