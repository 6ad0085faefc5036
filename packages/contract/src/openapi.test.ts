import { expect, test } from 'vitest'
import { openApi } from './openapi.ts'
import { callNames } from './schemas/index.ts'

test('the OpenAPI document has every call under its own path', () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, { operationId: string }>> }
  const documented = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId }) => operationId.split('Or')),
  )
  expect(documented.sort()).toEqual([...callNames].sort())
  expect(JSON.stringify(paths)).toContain('fkr, at most two decimals')
})

test('the document describes the wire, not the words inside', () => {
  const text = JSON.stringify(openApi())
  for (const name of ['User_Id', 'Bet_Amt', 'Commitment', 'StatusMsg', 'nestedReferrals'])
    expect(text).toContain(`"${name}"`)
  for (const name of ['stakeStep', 'gameId', 'partialWin', 'mayBeMissing'])
    expect(text).not.toContain(`"${name}"`)
})

test('the document says which calls need a confirmation', () => {
  const text = (path: string) => JSON.stringify(Reflect.get(Object(openApi().paths), path))
  expect(text('/api/endSession')).toContain('Please confirm that it is you')
  expect(text('/api/security')).not.toContain('Please confirm that it is you')
})

test('the document defines every schema that it refers to', () => {
  const document = openApi() as { components: { schemas: Record<string, unknown> } }
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref)
  expect(refs).toContain('#/components/schemas/TeamMember')
  const named = Object.keys(document.components.schemas).map(
    (name) => `#/components/schemas/${name}`,
  )
  expect(named).toEqual(expect.arrayContaining(refs))
})

test('the document describes what refusals bring along', () => {
  const responses = (path: string) => Object(operationAt(path)).responses
  expect(JSON.stringify(responses('/api/addTransaction')['200'])).toContain('"reminder"')
  expect(JSON.stringify(responses('/api/paymentWithdrawal')['200'])).toMatch(
    /"const":false.*"Data"/,
  )
  expect(JSON.stringify(responses('/api/linkWallet')['403'])).toContain('"confirm"')
})

test('an answer may fit more than one call of its path', () => {
  const { content } = Object(operationAt('/api/accountVerification')).responses['200']
  expect(Object.keys(content['application/json'].schema)).toEqual(['anyOf'])
})

test('the document has what any call can be refused for', () => {
  const statuses = (path: string) => Object.keys(Object(operationAt(path)).responses)
  for (const path of ['/api/gameList', '/api/fairness', '/api/userLogin', '/api/walletTransfer'])
    expect(statuses(path), path).toEqual(expect.arrayContaining(['400', '429', '500', '503']))
  // A body; a write, which another site may have sent.
  for (const path of ['/api/userLogin', '/api/walletTransfer'])
    expect(statuses(path), path).toEqual(expect.arrayContaining(['403', '413', '415']))
  expect(statuses('/api/gameList')).not.toContain('403')
  expect(Object(operationAt('/api/gameList')).responses['429'].headers).toHaveProperty(
    'Retry-After',
  )
})

test('the document has the messages of refusals by the rules of the business', () => {
  const done = (path: string) => Object(operationAt(path)).responses['200'].description
  expect(done('/api/walletTransfer')).toContain('Receiver ID not found in the database')
  expect(done('/api/gameList')).toBe('Done, or refused with `Status:false`')
})

/** The one operation at a path. */
function operationAt(path: string): unknown {
  return Object.values(Object(Reflect.get(Object(openApi().paths), path)))[0]
}
