import { type PlayRules, playProfiles, playRulesOf, readFkrIs } from '@pipkin/contract/schemas'

/** Every profile, and what one fkr is worth in tests; '' where it has no amounts. */
export const fkrIsOf: Readonly<Record<string, string>> = {
  standard: '',
  uk: '0.01 GBP',
  de: '0.01 EUR',
  se: '',
  on: '0.01 CAD',
  nl: '0.01 EUR',
  mt: '0.01 EUR',
}

/** A profile by its name, with what one fkr is worth where it has amounts. */
export function playRules(name: string, fkrIs = ''): PlayRules {
  const profile = playProfiles.get(name)
  const rules = profile && playRulesOf(profile, readFkrIs(fkrIs))
  if (typeof rules !== 'object') throw new Error(rules ?? `no profile ${name}`)
  return rules
}
