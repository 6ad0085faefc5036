import { gameOf, type Rules } from '@pipkin/games'

/**
 * What a rules object says, in sentences for the player. The last is of its hard rounds, where
 * there are any.
 */
export function rulesInWords(rules: Rules): readonly string[] {
  const { plain, hard } = gameOf(rules).words.rules(rules)
  return rules.winPercentage === 100 ? plain : [...plain, hard]
}
