import { posix } from 'node:path'
import { checkLines } from './lines.ts'
import { checkProse } from './prose.ts'
import type { Source } from './rules.ts'

interface Link {
  readonly from: string
  readonly path: string
  readonly anchor: string | undefined
}

/**
 * What is wrong with the Markdown files, one sentence each; empty when all is well. `exists`
 * answers whether the repository holds a file or folder of that path.
 */
export function checkDocs(
  documents: readonly Source[],
  exists: (path: string) => boolean,
): string[] {
  const links = documents.flatMap(linksOf)
  return [
    ...documents.flatMap(checkLines),
    ...documents.flatMap(checkProse),
    ...documents.flatMap((document) => checkPaths(document, exists)),
    ...documents.flatMap(checkRepeats),
    ...links.flatMap((link) => checkLink(link, documents, exists)),
    ...checkReach(documents, links),
  ]
}

/** A path from the root in backticks, without a placeholder, names something that is there. */
const checkPaths = ({ path, text }: Source, exists: (path: string) => boolean): string[] =>
  [
    ...withoutFences(text).matchAll(
      /`((?:apps|packages|tools|e2e|bench|chaos|token|verifier|docs)\/[\w./-]*)`/g,
    ),
  ]
    .map(([, named = '']) => named)
    .filter((named) => !exists(named.replace(/\/$/, '')))
    .map((named) => `${path}: there is no ${named}`)

/** A longer line that occurs twice, as a merge may leave it; the head of a table may repeat. */
function checkRepeats({ path, text }: Source): string[] {
  const lines = withoutFences(text)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
  const isRule = (line = '') => /^\|[ :|-]+$/.test(line)
  return lines
    .filter((line, at) => line.length > 40 && lines.indexOf(line) < at)
    .filter((line) => !isRule(line) && !isRule(lines[lines.indexOf(line) + 1]))
    .map((line) => `${path}: “${line}” stands there twice`)
}

function linksOf({ path, text }: Source): Link[] {
  const targets = [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)|<img [^>]*src="([^"]+)"/g)].map(
    ([, link, image]) => link ?? image ?? '',
  )
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = '', anchor] = target.split('#')
      return {
        from: path,
        path: file === '' ? path : posix.join(posix.dirname(path), file),
        anchor,
      }
    })
}

function checkLink(
  { from, path, anchor }: Link,
  documents: readonly Source[],
  exists: (path: string) => boolean,
): string[] {
  if (!exists(path)) return [`${from}: there is no ${path}`]
  if (anchor === undefined) return []
  const target = documents.find((document) => document.path === path)
  return target && anchorsOf(target.text).has(anchor)
    ? []
    : [`${from}: ${path} has no heading #${anchor}`]
}

/** The anchors that GitHub makes of headings; the second of the same name ends in `-1`. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of withoutFences(text).matchAll(/^#+ (.+)$/gm)) {
    const name = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    let anchor = name
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${name}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

function checkReach(documents: readonly Source[], links: readonly Link[]): string[] {
  const reached = new Set(['README.md'])
  for (const path of reached)
    for (const link of links) if (link.from === path) reached.add(link.path)
  return documents
    .filter(({ path }) => !reached.has(path))
    .map(({ path }) => `${path}: no links lead to it from README.md`)
}

/** The text without its fenced blocks. */
const withoutFences = (text: string): string =>
  text.replaceAll(/^( *)```[^`]*?\n[\s\S]*?^\1```$/gm, '')
