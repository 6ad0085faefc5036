/** How much of a file has been sent; `share` from 0 to 1. */
export function UploadBar({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div
      role="progressbar"
      aria-label="Upload"
      aria-valuenow={percent}
      className="relative mt-2 h-3.5 overflow-hidden rounded-full bg-sunken lined"
    >
      <div
        className="h-full origin-left bg-link transition-transform duration-(--t-fast)"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  )
}
