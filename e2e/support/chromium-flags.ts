/** Playwright's own, which a second `--disable-features` replaces. */
const playwrightsDisabled = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Each window of a whole Chromium renders these, shown or not: a processor second a page. */
const addressBarPopups = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup']

/** Would start with each page a process for a next site, which journeys don't have. */
const spareProcess = 'SpareRendererForSitePerProcess'

/** Gives each document a new frame, which forgets that a journey has taken the network away. */
const newFrames = 'RenderDocument'

const disabled = [...playwrightsDisabled, ...addressBarPopups, spareProcess, newFrames]

/** As root Chromium has no sandbox; the rest keeps it from calling home and from idle work. */
export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabled.join(',')}`,
]
