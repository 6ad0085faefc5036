import { Screen } from '../../shell/screen.tsx'
import { ScreenBar, useBack } from '../../shell/screen-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { agreeInDraft } from './draft.ts'

const sections = [
  {
    title: 'Acceptance',
    text: 'By playing you agree to these terms. If you don’t, please don’t play.',
  },
  {
    title: 'Eligibility',
    text: 'You are at least 18, and play only where it is legal.',
  },
  {
    title: 'Game overview',
    text: 'Four games against the house. Rules, odds and returns stand before every bet. Each round is fixed and sealed before you bet, and you can recompute it when it has ended. A round you leave open waits seven days; then the server finishes it by the published rule.',
  },
  {
    title: 'Virtual currency',
    text: 'The points or tokens that you earn by playing are fkr, shown with a coin. On the chain one fkr is one token: a deposit turns tokens into fkr, a withdrawal turns fkr back. Demo points are worth nothing. Sending costs 2 %, withdrawing 10 %, rounded up to a hundredth. A withdrawal that can’t be paid comes back in full. Bonus and referral rewards stay locked until the friend who signed up has deposited and played what the invite page says.',
  },
  {
    title: 'Intellectual property',
    text: 'The name, the art and the code are ours.',
  },
  {
    title: 'Account security',
    text: 'One account a person. Keep your password to yourself; changing it logs out all other devices.',
  },
  {
    title: 'User conduct',
    text: 'No tampering, no programs that play for you, no one else’s wallet.',
  },
  {
    title: 'Contact',
    text: 'Use Support. Every case gets a number and an answer.',
  },
] as const

export default function Terms() {
  const back = useBack()
  const agree = () => {
    agreeInDraft()
    back?.()
  }
  return (
    <Screen rail={null}>
      <ScreenBar />
      <div className="px-5 pt-px pb-6">
        <p className="text-cap text-ink2">In plain words. Version 1, 1 Sep 2026.</p>
        {sections.map(({ title, text }, index) => (
          <section key={title} className="mt-2.75">
            <h2 className="text-h3 font-720">
              {index + 1}. {title}
            </h2>
            <p className="mt-0.75 text-sm text-ink2">{text}</p>
          </section>
        ))}
      </div>
      <div className="sticky bottom-0 mt-auto bg-surface px-4.5 pt-3 pb-6 shadow-[0_-1px_0_var(--line)]">
        <Button onClick={agree}>Agree</Button>
      </div>
    </Screen>
  )
}
