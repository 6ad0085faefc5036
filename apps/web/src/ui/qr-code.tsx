import { qrPicture, quietZone } from './qr-picture.ts'

const dark = '#0E3436'

/** A QR code, dark on light in both themes, since readers expect it so. `size` in px. */
export function QrCode({ text, label, size }: { text: string; label: string; size: number }) {
  const { size: modules, dots, corners } = qrPicture(text)
  const side = modules + 2 * quietZone
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      width={size}
      height={size}
      className="block"
    >
      <path d={dots} fill={dark} />
      {corners.map(({ x, y }) => (
        <g key={`${x} ${y}`}>
          <rect
            x={x + 0.5}
            y={y + 0.5}
            width={6}
            height={6}
            rx={1.6}
            fill="none"
            stroke={dark}
            strokeWidth={1}
          />
          <rect x={x + 2} y={y + 2} width={3} height={3} rx={0.7} fill={dark} />
        </g>
      ))}
    </svg>
  )
}
