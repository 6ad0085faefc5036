// In the order in which they are looked for: most browsers also name those that they are made of.
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'Safari'],
] as const
const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** More than any browser sends; what comes after it isn't read. */
const longest = 512

/**
 * A browser and its system in words, such as `Chrome on Windows`. Only these words come out of it:
 * the header is a stranger's text, and the words stand in mails and on screens.
 */
export function deviceName(userAgent: string): string {
  const text = userAgent.slice(0, longest)
  const nameIn = (names: typeof browsers | typeof systems) =>
    names.find(([pattern]) => pattern.test(text))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (system === undefined) return browser ?? 'Unknown device'
  return `${browser ?? 'A browser'} on ${system}`
}
