/**
 * The rules of a minified stylesheet that a page needs for its first paint: those whose classes and
 * elements stand in its markup. Order and nesting stay, so that the whole stylesheet doesn't change
 * the page when it comes.
 */
export function stylesFor(css: string, markup: string): string {
  const names = [...markup.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, list = '']) =>
    list.split(' '),
  )
  const classes = new Set(names.map(withoutEntities))
  const tags = new Set([...markup.matchAll(/<([a-z]\w*)/g)].map(([, tag]) => tag))
  const kept = rulesOf(css)
    .map((rule) => keep(rule, { classes, tags }))
    .join('')
  return withoutUnused(withoutUnused(kept))
}

const withoutEntities = (text: string): string =>
  text
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

/** The rules and statements on one level. */
function rulesOf(css: string): string[] {
  const rules: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < css.length; at += 1) {
    const char = css[at]
    if (char === '{') depth += 1
    if (char === '}') depth -= 1
    if (depth === 0 && (char === '}' || char === ';')) {
      rules.push(css.slice(start, at + 1))
      start = at + 1
    }
  }
  return rules
}

interface Page {
  readonly classes: ReadonlySet<string>
  readonly tags: ReadonlySet<string | undefined>
}

function keep(rule: string, page: Page): string {
  const open = rule.indexOf('{')
  if (open < 0) return rule
  const head = rule.slice(0, open)
  // For browsers that can't register properties, for high contrast and for screen readers: these
  // wait for the whole stylesheet.
  if (/@layer properties|forced-colors|\[aria-busy]>\.sr-only/.test(head)) return ''
  if (/^\s*@(media|layer|supports|container|starting-style)/.test(head)) {
    const inside = rulesOf(rule.slice(open + 1, -1))
      .map((one) => keep(one, page))
      .join('')
    return inside === '' ? '' : `${head}{${inside}}`
  }
  return head.startsWith('@') || head.split(/(?<!\\),/).some((selector) => applies(selector, page))
    ? rule
    : ''
}

/** Whether a selector may match. The inner parts of a browser's controls wait. */
function applies(selector: string, { classes, tags }: Page): boolean {
  if (/::?-(webkit|moz)|::file-selector|::backdrop/.test(selector)) return false
  const tag = /^\s*([a-z]\w*)/.exec(selector)?.[1]
  if (tag !== undefined && !tags.has(tag)) return false
  const needed = [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) =>
    name.replace(/\\(.)/g, '$1'),
  )
  return needed.every((name) => classes.has(name))
}

/** Leaves out unused custom properties, their registrations and unused animations. */
function withoutUnused(css: string): string {
  const isUsed = (name: string) =>
    (name.startsWith('--')
      ? new RegExp(`var\\(${name}[,)]`)
      : new RegExp(`[ :]${name}[ ;,}]`)
    ).test(css)
  return css
    .replace(/@(?:property|keyframes) ([\w-]+)\{(?:[^{}]|\{[^{}]*\})*\}/g, (rule, name: string) =>
      isUsed(name) ? rule : '',
    )
    .replace(/(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (declaration, name: string) =>
      isUsed(name) ? declaration : '',
    )
}
