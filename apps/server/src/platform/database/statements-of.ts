/** What may have a semicolon in it that ends no statement, or is passed over. */
const parts = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|(?<tag>\$\w*\$).*?\k<tag>|(?<end>;)|[^-'"$;]+|./gs

/** The statements of a file of SQL, without the comments between them. */
export function statementsOf(text: string): string[] {
  const statements: string[] = []
  let statement = ''
  for (const { 0: part, groups } of text.matchAll(parts)) {
    if (part.startsWith('--')) continue
    if (!groups?.end) statement += part
    else {
      statements.push(statement.trim())
      statement = ''
    }
  }
  if (statement.trim()) throw new Error(`no semicolon ends: ${statement.trim()}`)
  return statements
}
