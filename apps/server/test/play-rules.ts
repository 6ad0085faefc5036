import { type PlayRules, playProfiles, playRulesOf, readFkrIs } from '@pipkin/contract/schemas'

/** A profile by its name, with what one fkr is worth where it has amounts. */
export function playRules(name: string, fkrIs = ''): PlayRules {
  const profile = playProfiles.get(name)
  const rules = profile && playRulesOf(profile, readFkrIs(fkrIs))
  if (typeof rules !== 'object') throw new Error(rules ?? `no profile ${name}`)
  return rules
}
