/**
 * The names of acts: on buttons, in proposals, in the list of acts and in the runbook. The database
 * keeps the keys.
 */
export const actNames = {
  showContact: 'Show contact',
  freezePlayer: 'Freeze account',
  unfreezePlayer: 'Unfreeze account',
  endSessions: 'Log player out',
  resetFactor: 'Reset factors',
  adjustBalance: 'Adjust balance',

  answerCase: 'Answer case',
  noteCase: 'Keep note on case',
  assignCase: 'Assign case',
  closeCase: 'Close case',

  lowerLimit: 'Lower limit',
  giveBreak: 'Give break',
  noteSafety: 'Note what was done',

  releasePayout: 'Release payout',
  refusePayout: 'Refuse payout',
  pausePayouts: 'Pause payouts',
  resumePayouts: 'Resume payouts',
  pauseDeposits: 'Pause deposits',
  resumeDeposits: 'Resume deposits',
  changePayoutLimits: 'Change payout limits',
  explainTransfer: 'Explain transfer',
  refuseRewards: 'Refuse rewards',
  approveRewards: 'Approve rewards',

  draftNotice: 'Draft notice',
  publishNotice: 'Publish notice',
  endNotice: 'End notice',
  dropNotice: 'Drop notice',
  draftTerms: 'Draft terms',
  publishTerms: 'Publish terms',
  dropTerms: 'Drop terms',

  switchGameOn: 'Switch game on',
  switchGameOff: 'Switch game off',
  retireGame: 'Retire game',
  putGameBack: 'Put game back',
  draftGame: 'Draft settings',
  publishGame: 'Publish settings',
  dropDraft: 'Drop settings',
  changeLossBudget: 'Change loss budget',
  changeReferralTerms: 'Change referral terms',
  changeFees: 'Change fees and limits',
  changeGas: 'Change gas',

  inviteOperator: 'Invite operator',
  changeRole: 'Change role',
  closeOperator: 'Close operator',
  runAudit: 'Run audit',

  // Also recorded, beside the acts of the buttons above; some are of commands alone.
  enter: 'Come in by a link',
  logIn: 'Log in',
  propose: 'Propose',
  approveProposal: 'Approve proposal',
  refuseProposal: 'Refuse proposal',
  withdrawProposal: 'Withdraw proposal',
  findPlayer: 'Find player',
  endExclusion: 'End exclusion',
  releaseDeposit: 'Release deposit',
  refuseDeposit: 'Refuse deposit',
  matchTransfer: 'Match transfer',
  explainDust: 'Explain dust',
  takeSnapshot: 'Take snapshot',
  afterRestore: 'Begin after a restore',
} as const

export type ActName = keyof typeof actNames

const names: Readonly<Record<string, string | undefined>> = actNames

/** The name of an act that the database keeps. */
export const actName = (act: string): string => names[act] ?? act
