interface ProgressBarProps {
  label: string
  /** 0 to 100. */
  percent: number
  /** How far it is, in words: `350 of 500`. */
  words: string
}

/** A named bar with how far it is in words. */
export const ProgressBar = ({ label, percent, words }: ProgressBarProps) => (
  <span className="block text-cap text-ink2">
    <span className="flex justify-between gap-3">
      <span>{label}</span>
      <span>{words}</span>
    </span>
    <progress
      aria-label={label}
      value={percent}
      max={100}
      className="mt-0.5 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-link [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-link"
    />
  </span>
)
