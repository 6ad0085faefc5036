import type { Duty, Me } from '@pipkin/contract/desk'
import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import { DeskLink } from './parts/desk-link.tsx'
import { Heading } from './parts/heading.tsx'
import { Now } from './screens/now.tsx'
import { Payouts } from './screens/payouts.tsx'
import { Players } from './screens/players.tsx'
import { Proposals } from './screens/proposals.tsx'

// Screens that are loaded once they are opened.
const Acts = lazy(async () => ({ default: (await import('./screens/acts.tsx')).Acts }))
const Audits = lazy(async () => ({ default: (await import('./screens/audits.tsx')).Audits }))
const Case = lazy(async () => ({ default: (await import('./screens/case.tsx')).Case }))
const Cases = lazy(async () => ({ default: (await import('./screens/cases.tsx')).Cases }))
const Fees = lazy(async () => ({ default: (await import('./screens/fees.tsx')).Fees }))
const Game = lazy(async () => ({ default: (await import('./screens/game.tsx')).Game }))
const Games = lazy(async () => ({ default: (await import('./screens/games.tsx')).Games }))
const GameRounds = lazy(async () => ({ default: (await import('./screens/games.tsx')).GameRounds }))
const Health = lazy(async () => ({ default: (await import('./screens/health.tsx')).Health }))
const Money = lazy(async () => ({ default: (await import('./screens/money.tsx')).Money }))
const Notices = lazy(async () => ({ default: (await import('./screens/notices.tsx')).Notices }))
const Operators = lazy(async () => ({
  default: (await import('./screens/operators.tsx')).Operators,
}))
const Player = lazy(async () => ({ default: (await import('./screens/player.tsx')).Player }))
const Referral = lazy(async () => ({ default: (await import('./screens/referral.tsx')).Referral }))
const Ring = lazy(async () => ({ default: (await import('./screens/ring.tsx')).Ring }))
const Safety = lazy(async () => ({ default: (await import('./screens/safety.tsx')).Safety }))

/** The screen of the address, where the operator's role has it. */
export function Screens({ me: { operator, role, duties } }: { me: Me }) {
  const may = (duty: Duty) => duties.includes(duty)
  return (
    <Routes>
      <Route path="/" element={<Now duties={duties} />} />
      {may('see') && (
        <>
          <Route path="/payouts" element={<Payouts duties={duties} />} />
          <Route path="/players" element={<Players />} />
          <Route path="/players/:player" element={<Player duties={duties} />} />
          <Route path="/money" element={<Money mayPay={may('pay')} />} />
          <Route path="/fees" element={<Fees mayRule={may('rule')} />} />
          <Route path="/health" element={<Health />} />
          <Route path="/referral/rings/:player" element={<Ring duties={duties} />} />
          <Route path="/safety" element={<Safety mayRestrict={may('restrict')} />} />
          <Route path="/notices" element={<Notices duties={duties} />} />
          <Route path="/cases" element={<Cases operator={operator} />} />
          <Route
            path="/cases/:case"
            element={<Case operator={operator} mayAnswer={may('answer')} />}
          />
        </>
      )}
      <Route path="/referral" element={<Referral duties={duties} />} />
      <Route path="/games" element={<Games mayOffer={may('offer')} maySee={may('see')} />} />
      <Route path="/games/:game/rounds" element={<GameRounds maySee={may('see')} />} />
      {may('offer') && <Route path="/games/:game" element={<Game mayRule={may('rule')} />} />}
      <Route path="/proposals" element={<Proposals mayOffer={may('offer')} />} />
      {may('audit') && (
        <>
          <Route path="/acts" element={<Acts />} />
          <Route path="/audits" element={<Audits />} />
        </>
      )}
      {may('rule') && <Route path="/operators" element={<Operators />} />}
      <Route path="*" element={<NotHere role={role} />} />
    </Routes>
  )
}

/** An address from a colleague may lead to a screen that this role doesn’t have. */
const NotHere = ({ role }: { role: string }) => (
  <>
    <Heading name="No such screen" />
    <p className="mt-3">
      It isn’t there, or your role, {role}, doesn’t have it. <DeskLink to="/">Now</DeskLink>
    </p>
  </>
)
