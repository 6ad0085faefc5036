import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type HttpClient, httpClient } from '../../../test/calls/http-client.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../../test/processes/running-server.ts'
import { sql } from '../../platform/database/database.ts'

let server: RunningServer
let player: SignedIn
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  player = await server.player()
})

function upload(picture: Uint8Array | string, as: HttpClient = player, id: number = player.id) {
  const form = new FormData()
  form.set('id', String(id))
  form.set('profilePic', new Blob([picture as BlobPart]), '../../etc/passwd.png')
  return as.send('profilePic', { method: 'POST', body: form })
}

const pathOf = ({ body }: { body: Record<string, unknown> }) =>
  (body.Data as { ProfilePic: string }).ProfilePic
const kept = async () => {
  const statement = sql`select picture from players.accounts where picture is not null order by 1`
  const rows = await server.db.owner.rows<{ picture: string }>(statement)
  return rows.map(({ picture }) => picture)
}
const image = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#f2a33a' } })

test.each(['png', 'jpeg', 'webp'] as const)(
  'PICTURE-02 a %s becomes a square WebP of our own',
  async (format) => {
    const bytes = await image()
      .toFormat(format)
      .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer()
    const answer = await upload(bytes)
    expect(answer).toMatchObject({
      status: 200,
      body: { Status: true, Message: 'Photo Updated Successfully' },
    })
    const served = await fetch(server.url + pathOf(answer))
    expect(served.headers.get('content-type')).toBe('image/webp')
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    expect(served.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(served.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const {
      width,
      height,
      format: kind,
      exif,
      icc,
      xmp,
    } = await sharp(await served.arrayBuffer()).metadata()
    expect({ width, height, kind, exif, icc, xmp }).toEqual({
      width: 256,
      height: 256,
      kind: 'webp',
    })
    const [profile] = (await player.send(`userList?id=${player.id}`, {})).body.Data as {
      ProfilePic: string
    }[]
    expect(profile?.ProfilePic).toBe(pathOf(answer))
  },
)

test('two forms of a player are read at a time, as slow as they come', async () => {
  const png = await image().png().toBuffer()
  const slow = [1, 2].map(() => {
    const sent = request(`${server.url}/api/profilePic`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        cookie: `sid=${player.cookies.get('sid')}`,
      },
    })
    // It is broken off below.
    sent.on('error', () => undefined)
    sent.write('--x\r\ncontent-disposition: form-data; name="id"\r\n\r\n')
    return sent
  })
  const status = async () => (await upload(png)).status
  await expect.poll(status).toBe(429)
  const other = await server.player()
  expect((await upload(png, other, other.id)).status).toBe(200)
  for (const sent of slow) sent.destroy()
  await expect.poll(status).toBe(200)
})

test('a photo that lies on its side is set upright', async () => {
  const halves = sharp({
    create: { width: 300, height: 300, channels: 3, background: 'white' },
  }).composite([
    {
      input: { create: { width: 300, height: 150, channels: 3, background: 'black' } },
      top: 0,
      left: 0,
    },
  ])
  const answer = await upload(await halves.jpeg().withMetadata({ orientation: 6 }).toBuffer())
  const { data } = await sharp(await (await fetch(server.url + pathOf(answer))).arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const brightness = (x: number, y: number) => data[(y * 256 + x) * 3]!
  expect(brightness(20, 128)).toBeGreaterThan(200)
  expect(brightness(236, 128)).toBeLessThan(50)
})

test('a new picture takes the place of the one before', async () => {
  const before = await kept()
  const first = pathOf(await upload(await image().png().toBuffer()))
  const second = pathOf(await upload(await image(10, 10).png().toBuffer()))
  expect(first).not.toBe(second)
  expect((await fetch(server.url + first)).status).toBe(404)
  expect((await kept()).filter((name) => !before.includes(name))).toEqual([
    second.replace('/uploads/', ''),
  ])
})

test('PICTURE-08 a picture that no account has is there no more, with no step after the commit', async () => {
  const first = pathOf(await upload(await image().png().toBuffer()))
  expect((await fetch(server.url + first)).status).toBe(200)
  // All that an API does before it is killed.
  await server.db.owner.rows(sql`update players.accounts set picture = $2 where player_id = $1`, [
    player.id,
    `${randomBytes(16).toString('hex')}.webp`,
  ])
  expect((await fetch(server.url + first)).status).toBe(404)
})

test('the largest picture is kept', async () => {
  const noise = sharp(randomBytes(256 * 256 * 3), { raw: { width: 256, height: 256, channels: 3 } })
  const path = pathOf(await upload(await noise.png().toBuffer()))
  expect((await fetch(server.url + path)).status).toBe(200)
})

describe('no picture:', () => {
  const cases: [string, () => Promise<Uint8Array | string>][] = [
    [
      'SVG',
      async () =>
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    ],
    [
      'SVG that begins like XML',
      async () => '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['HTML', async () => '<!doctype html><script>alert(1)</script>'],
    ['GIF', async () => image().gif().toBuffer()],
    ['TIFF', async () => image().tiff().toBuffer()],
    ['nothing', async () => ''],
    ['half a PNG', async () => (await image().png().toBuffer()).subarray(0, 90)],
    [
      'a JPEG of its first bytes alone',
      async () => Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    ],
    [
      'a small file of endless size',
      async () => image(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer(),
    ],
  ]
  test.each(cases)('PICTURE-01 %s is refused', async (_, bytes) => {
    const before = await kept()
    expect(await upload(await bytes())).toMatchObject({
      status: 200,
      body: { Status: false, Message: 'Please choose a PNG, JPEG or WebP picture' },
    })
    expect(await kept()).toEqual(before)
  })
})

test('PICTURE-03 more than 2 MB is too large', async () => {
  expect(await upload(new Uint8Array(2 * 1024 * 1024 + 1))).toMatchObject({ status: 413 })
})

test("PICTURE-04 without a session, or under another's id, nothing is kept", async () => {
  const bytes = await image().png().toBuffer()
  const before = await kept()
  expect((await upload(bytes, httpClient(server.url))).status).toBe(401)
  expect((await upload(bytes, player, (await server.player()).id)).status).toBe(403)
  expect(await kept()).toEqual(before)
})

test.each([
  ['JSON', 'application/json', '{"id":1,"profilePic":"x"}', 415],
  ['a form without a boundary', 'multipart/form-data', 'x', 400],
  [
    'a form that breaks off',
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="id"\r\n\r\n1',
    400,
  ],
  [
    'a field of that name instead of a file',
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="profilePic"\r\n\r\n1\r\n--b--\r\n',
    400,
  ],
  [
    'a prototype',
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--b--\r\n',
    400,
  ],
  [
    'a file in another place',
    'multipart/form-data; boundary=b',
    `${'--b\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\n1\r\n'.repeat(2)}--b--\r\n`,
    413,
  ],
])('%s', async (_, type, body, status) => {
  const answer = await player.send('profilePic', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  expect(answer).toMatchObject({ status, body: { Status: false } })
})

test('PICTURE-05 no other call takes a form', async () => {
  const form = new FormData()
  form.set('Mobile_No', '1')
  expect((await player.send('userLogin', { method: 'POST', body: form })).status).toBe(415)
})

test.each(['', '..%2f..%2fetc%2fpasswd', '.a.webp', 'a.webp'])(
  'PICTURE-06 /uploads/%s is not there',
  async (path) => {
    expect((await fetch(`${server.url}/uploads/${path}`)).status).toBe(404)
  },
)

test('PICTURE-07 many at once are kept one after the other, or asked to come again', async () => {
  const bytes = await image(2_000, 2_000).jpeg().toBuffer()
  const answers = await Promise.all(Array.from({ length: 24 }, () => upload(bytes)))
  expect(new Set(answers.map(({ status }) => status)).size).toBeLessThanOrEqual(2)
  for (const { status } of answers) expect([200, 429]).toContain(status)
  const [{ ProfilePic } = { ProfilePic: '' }] = (await player.send(`userList?id=${player.id}`, {}))
    .body.Data as {
    ProfilePic: string
  }[]
  expect((await fetch(server.url + ProfilePic)).status).toBe(200)
})
