import { walletNames } from './money.ts'

/**
 * The names of the fields that acts keep: in a proposal's changes, in the list of acts, in versions
 * of settings and in the forms that change them. The keys are those of the database and of games'
 * rules. Amounts are shown with their unit, so no name has it. Apart from the calls, since few
 * screens need it.
 */
export const fieldNames = {
  about: 'About',
  player: 'Player',
  name: 'Name',
  kind: 'Kind',
  amount: 'Amount',
  note: 'Note',
  from: 'From',
  until: 'Until',
  at_most: 'At most',

  // Accounts.
  frozen: 'Frozen',
  by_house: 'Frozen by an operator',
  owes_address: 'Gets an earlier email address back',
  app: 'Authenticator app',
  passkeys: 'Passkeys',
  newest_factor: 'Newest factor',
  hours_held: 'Hours for which the ways out are held',
  sessions_ended: 'Sessions ended',
  created_at: 'since',
  last_seen_at: 'last seen',
  deposit_wallet: `${walletNames.deposit} wallet`,
  bonus_wallet: `${walletNames.bonus} wallet`,
  win_wallet: `${walletNames.win} wallet`,
  referral_wallet: `${walletNames.referral} wallet`,
  note_to_the_player: 'Note to the player',
  is_over: 'Its time is over',
  ends_at: 'Ends',
  // Signs of risk, each with how many rows.
  chasing: 'Deposits soon after a loss',
  deposits: 'Deposits',
  sessions: 'Long sessions',
  nights: 'Nights with bets',
  stakes: 'Days of high stakes',
  limits: 'Warnings of limits',
  raises: 'Limits raised or ended',
  breaks: 'Breaks begun',

  // Deposits and withdrawals.
  player_id: 'Player',
  operation_id: 'Operation',
  state: 'State',
  reason: 'Reason',
  fee: 'Fee',
  settings_version: 'Version of the fees',
  own_part: 'Own money in it',
  address: 'Address',
  at: 'Asked for',
  nonce: 'Nonce',
  signed_at: 'Signed',
  released_at: 'Let go by an operator',
  mined_hash: 'Chain transaction',
  mined_block: 'Block',
  gas: 'Gas, in the coin’s smallest units',
  credited: 'Credited',
  agrees: 'Its transfers agree',
  failed_at: 'Failed',
  ways_out_held_until: 'Ways out held until',
  wallet_disowned: 'Doubted or unlinked by its owner',
  payouts_paused: 'Payouts paused',
  deposits_paused: 'Deposits paused',
  count: 'Transfers',
  sum: 'Sum',
  units: 'Sum in the token’s smallest units',
  from_block: 'From block',
  to_block: 'To block',

  // Fees, minimums and limits.
  send_fee: 'Fee of a send',
  withdrawal_fee: 'Fee of a withdrawal',
  smallest_deposit: 'Smallest deposit',
  smallest_withdrawal: 'Smallest withdrawal',
  hint_from: 'The deposit form’s range from',
  hint_to: 'The deposit form’s range to',
  review_above: 'A withdrawal waits for an operator above',
  player_hour: 'A player’s withdrawals wait above, in an hour',
  player_day: 'A player’s withdrawals wait above, in a day',
  house_hour: 'All withdrawals wait above, in an hour',
  house_day: 'All withdrawals wait above, in a day',
  second_above: 'A payout takes two people above',
  second_day: 'All payouts of 24 hours take two people above',
  coin_price: 'The coin that pays for gas is worth',
  most_gwei: 'The most for a unit of gas, in gwei',
  most_gas_price: 'The most for a unit of gas, in wei',

  // Referral.
  friend_reward: 'A friend gets',
  level_rewards: 'Referrers get, the nearest first',
  unlock_deposits: 'Unlocks after deposits of',
  unlock_staked: 'Unlocks after stakes of',
  daily_budget: 'The most that a day gives',
  referrer_day: 'Most a referrer earns in a day without a decision',
  referrer_total: 'Most a referrer earns in all without a decision',
  review_after_days: 'Days until it is shown to an operator',
  rewards: 'Rewards',
  signed_in_at: 'Signed in',
  rewarded_at: 'Rewarded',
  shares: 'Shares',
  decision: 'Decision',
  decided_at: 'Decided',

  // Games.
  on: 'On',
  retired: 'Retired',
  game: 'Game',
  is_live: 'On',
  is_deleted: 'Retired',
  step: 'Step',
  minimum: 'Smallest stake',
  maximum: 'Largest stake',
  rules_hash: 'Hash of the rules',
  margin: 'Margin of the house',
  min_round_ms: 'Time between two bets',
  rounds_a_day: 'Rounds in 24 hours',
  position: 'Place in the list',
  counts_as_staked: 'Stakes count as staked',
  hard_rules_hash: 'Hash of the hard rules',
  most_pays: 'A round pays at most',
  daily_loss: 'The house loses in a day at most',
  today: 'Of it for today',
  winPercentage: 'Kind rounds in 100',
  numbers: 'Numbers that win',
  of: 'Numbers in all',
  ranges: 'Ranges',
  numberPays: 'A number pays',
  extraPays: 'Even, odd or a range pays',
  cells: 'Cells',
  mines: 'Mines',
  hardMines: 'Mines of a hard round',
  multipliers: 'Multipliers, and their tiles',
  reels: 'Reels',
  symbols: 'Symbols',
  jackpotPays: 'Three equal pay',
  pairPays: 'Two equal pay',
  winPays: 'A win pays',
  tiePays: 'A tie pays',

  // Cases, notices and terms.
  has_it: 'Who has it',
  notice: 'Notice',
  title: 'Title',
  words: 'Text',
  draft: 'Draft',
  in_effect_from: 'In effect from',
  letters: 'Letters',
  sha256_of_the_text: 'SHA-256 of the text',

  // Operators, audits and restores.
  role: 'Role',
  closed: 'Closed',
  every_round: 'Every round replayed',
  asked_at: 'Asked for',
  generation: 'Generation',
  epochs_voided: 'Epochs voided',
  withdrawals_to_review: 'Withdrawals to be decided',
  deposits_to_review: 'Deposits to be decided',
  offers_ended: 'Offers ended',
  open_rounds_to_finish: 'Open rounds to finish',
} as const

const names: Readonly<Record<string, string | undefined>> = fieldNames

/** The name of a field that the database keeps. */
export const fieldName = (field: string): string => names[field] ?? field.replaceAll('_', ' ')

const times = (hundredths: unknown): string => `${Number(hundredths) / 100}×`
const pays = { typed: 'in 1/100', shown: times }

/** For each field of a game, the unit in which it is typed, and its value in words. */
const ofGames: Readonly<
  Record<string, { readonly typed?: string; readonly shown: (value: unknown) => string }>
> = {
  margin: { shown: (millionths) => `${Number(millionths) / 10_000} %` },
  min_round_ms: { typed: 'in ms', shown: (ms) => `${ms} ms` },
  rounds_a_day: { shown: (rounds) => String(rounds ?? 'any number') },
  most_pays: pays,
  numberPays: pays,
  extraPays: pays,
  jackpotPays: pays,
  pairPays: pays,
  winPays: pays,
  tiePays: pays,
  multipliers: {
    typed: 'in 1/100',
    shown: (list) =>
      Array.isArray(list)
        ? list.map(([pays, tiles]) => `${times(pays)} on ${tiles} tiles`).join(', ')
        : String(list),
  },
}

/** The label of a field in a form: its name, with the unit. */
export const fieldLabel = (field: string): string =>
  [fieldName(field), ofGames[field]?.typed].filter(Boolean).join(', ')

/** The value of a game's field in words; null if it is no field of a game. */
export const gameValueText = (field: string, value: unknown): string | null =>
  Object.hasOwn(ofGames, field) ? (ofGames[field]?.shown(value) ?? null) : null

/** Fields that don't help to judge, such as a hash: its content is shown beside it. */
const details: readonly string[] = [
  'rules_hash',
  'hard_rules_hash',
  'sha256_of_the_text',
  'notice',
] satisfies readonly (keyof typeof fieldNames)[]
/** Whether a field helps no one to judge, and is shown apart. */
export const isDetail = (field: string): boolean => details.includes(field)
