import mark from '../../../web/src/brand/mark.svg'

/** The pot. A name beside it or below it says what it stands for. */
export const Mark = ({ size }: { size: number }) => (
  <img src={mark} width={size} height={size} alt="" className="shrink-0" />
)
