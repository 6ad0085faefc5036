import { writeFileSync } from 'node:fs'
import { artifacts, compile } from './compile.ts'

for (const [file, sources] of Object.entries(artifacts)) {
  writeFileSync(new URL(file, import.meta.url), compile(sources))
}
