import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import solc from 'solc'

/** Every artifact file and the sources that it is compiled from. */
export const artifacts: Record<string, readonly string[]> = {
  'artifact.ts': ['PipkinToken.sol'],
  'test/artifacts.ts': [
    'test/FeeOnTransferToken.sol',
    'test/ReturnsFalseToken.sol',
    'test/LyingToken.sol',
  ],
}

const settings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  // No hash of the sources at the end: a changed comment is not a changed contract.
  metadata: { appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

type Contract = { abi: unknown[]; evm: { bytecode: { object: string } } }
type Output = {
  errors?: { formattedMessage: string }[]
  contracts: Record<string, Record<string, Contract>>
}

/**
 * Compiles sources to the text of a TypeScript file. Throws with the compiler's words, warnings
 * included.
 */
export function compile(paths: readonly string[]): string {
  const sources = Object.fromEntries(paths.map((path) => [path, { content: readSource(path) }]))
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const output: Output = JSON.parse(
    solc.compile(input, { import: (path: string) => ({ contents: readImport(path) }) }),
  )
  if (output.errors)
    throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'))
  const contracts = paths.flatMap((path) => Object.entries(output.contracts[path] ?? {}))
  const heading = `// Compiled by solc ${solc.version()} from ${paths.join(', ')}: \`npm run compile -w @pipkin/token\`.`
  return [heading, ...contracts.map(([name, contract]) => asConst(name, contract)), ''].join('\n')
}

function asConst(name: string, { abi, evm }: Contract): string {
  const entries = abi.map((entry) => `    ${JSON.stringify(entry)},`).join('\n')
  const constant = name[0]?.toLowerCase() + name.slice(1)
  return `export const ${constant} = {\n  abi: [\n${entries}\n  ],\n  bytecode: '0x${evm.bytecode.object}',\n} as const`
}

function readSource(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
}

function readImport(path: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(path)), 'utf8')
}
