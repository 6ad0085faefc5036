import { expect, test } from 'vitest'
import { calls } from './calls.ts'
import { openApi } from './openapi.ts'

test('every call stands in the OpenAPI document with its own path', () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, { operationId: string }>> }
  const documented = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((o) => o.operationId),
  )
  expect(documented.sort()).toEqual(Object.keys(calls).sort())
  expect(JSON.stringify(paths)).toContain('fkr, at most two decimals')
})

test('what a schema refers to stands in the document', () => {
  const document = openApi() as { components: { schemas: Record<string, unknown> } }
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref)
  expect(refs).toContain('#/components/schemas/TeamMember')
  const named = Object.keys(document.components.schemas).map(
    (name) => `#/components/schemas/${name}`,
  )
  expect(named).toEqual(expect.arrayContaining(refs))
})
