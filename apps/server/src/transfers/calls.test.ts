import { refusals } from '@pipkin/contract'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balancesOf } from '../../test/players/player.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../test/processes/running-server.ts'

/** The transfers as a browser meets them: over TCP, with the wire's spellings. */

let server: RunningServer
let me: SignedIn
let other: SignedIn
beforeAll(async () => {
  server = await startServer()
  me = await server.player({ deposit: fkr(1_000), win: fkr(50) })
  other = await server.player({})
})
afterAll(() => server.close())

const send = (transferAmount: unknown, receiverId: unknown) =>
  me.post('walletTransfer', { senderId: me.id, transferAmount, receiverId })

test('the server messages are the specification’s', () => {
  expect([
    refusals.receiverUnknown.message,
    refusals.sameReceiver.message,
    refusals.sendUnfunded.message,
    refusals.playerUnknown.message,
    refusals.referralUnfunded.message,
    refusals.winUnfunded.message,
  ]).toEqual([
    'Receiver ID not found in the database',
    'Sender ID and Receiver ID cannot be the same',
    'Error during wallet transfer: Insufficient balance',
    'User not found or deleted',
    'Referral Insufficient Balance.',
    'Winning Insufficient Balance',
  ])
})

test('sends, and says what arrives', async () => {
  expect(await send('25', String(other.id))).toMatchObject({
    status: 200,
    body: { Status: true, Message: 'Amount Transfer successful', Data: { amountToSend: 24.5 } },
  })
})

test('SEND-01 oneself is the same receiver in every spelling that is an id at all', async () => {
  const id = String(me.id)
  for (const spelling of [me.id, id, `0${id}`, `000000${id}`, Number(`${id}.0`)])
    expect((await send(10, spelling)).body, String(spelling)).toEqual({
      Status: false,
      Message: 'Sender ID and Receiver ID cannot be the same',
    })
  for (const spelling of [
    ` ${id}`,
    `${id} `,
    `+${id}`,
    `-${id}`,
    `${id}.0`,
    `${id.at(0)}.${id.slice(1)}e7`,
    `0x${me.id.toString(16)}`,
    `${id}n`,
    [me.id],
    { id: me.id },
    `${id}\u0000`,
    id.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  ])
    expect((await send(10, spelling)).status, String(spelling)).toBe(400)
})

test('amounts are whole fkr; from the own wallets hundredths move too', async () => {
  for (const odd of ['10.5', 10.5, '1e1', ' 10', '0x10', null, true, 1_000_000_001])
    expect((await send(odd, other.id)).status, String(odd)).toBe(400)
  for (const little of [0, '0', -10, '-10'])
    expect((await send(little, other.id)).body).toEqual({
      Status: false,
      Message: 'Enter valid amount',
    })
  const move = (transferType: string, transferAmount: unknown) =>
    me.post('internalTransfer', { userId: me.id, transferAmount, transferType })
  expect((await move('Winning', '12.50')).body).toMatchObject({
    Message: 'Amount Transfer successful',
  })
  expect((await move('Winning', 37.51)).body).toMatchObject({
    Message: 'Winning Insufficient Balance',
  })
  expect((await move('Referal', 1)).body).toMatchObject({
    Message: 'Referral Insufficient Balance.',
  })
  expect((await move('Bonus', 1)).status).toBe(400)
})

test('of a hundred sends at once exactly the funded ones are made', async () => {
  const [sender, receiver] = [await server.player({ deposit: fkr(755) }), await server.player({})]
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      sender.post('walletTransfer', {
        senderId: sender.id,
        transferAmount: 50,
        receiverId: receiver.id,
      }),
    ),
  )
  expect(answers.filter(({ body }) => body.Status === true)).toHaveLength(15)
  expect(
    answers.filter(
      ({ body }) => body.Message === 'Error during wallet transfer: Insufficient balance',
    ),
  ).toHaveLength(85)
  expect(await balancesOf(server.db, sender.id)).toMatchObject({ deposit: fkr(5) })
  expect(await balancesOf(server.db, receiver.id)).toMatchObject({ deposit: fkr(15 * 49) })
})

test('SEND-05 a look at the receiver shows a first letter and nothing else', async () => {
  const look = (id: unknown) => me.send(`receiver?id=${id}`, {})
  expect((await look(other.id)).body).toEqual({
    Status: true,
    Message: 'Success',
    Data: { name: 'M••••' },
  })
  expect((await look(me.id)).body).toMatchObject({
    Message: 'Sender ID and Receiver ID cannot be the same',
  })
  expect((await look(99_999_999)).body).toMatchObject({
    Message: 'Receiver ID not found in the database',
  })
})
