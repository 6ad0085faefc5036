/*
 * The service worker serves the shell and the demos offline. The build puts in the version and the
 * lists of its pages and files. Calls, uploads and all other requests go straight to the network.
 */
const version = '__VERSION__'
const pages = ['__PAGES__']
const files = ['__FILES__']

const prefix = 'pipkin-'
const name = prefix + version

addEventListener('install', (event) => event.waitUntil(keep()))
addEventListener('activate', (event) => event.waitUntil(takeOver()))
// A new version waits until a page says that no round is open (`shell/versions.ts`).
addEventListener('message', ({ data }) => data === 'take over' && skipWaiting())
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode !== 'navigate') {
    if (files.includes(pathname) || pathname.startsWith('/assets/'))
      event.respondWith(fileOf(request))
  } else if (isScreen(pathname)) event.respondWith(pageOf(request, pathname))
})

async function keep() {
  const cache = await caches.open(name)
  // Pages have the same name in each version, so fetch them anew. Files have their content's hash
  // in their names, so the browser's own cache may answer.
  await cache.addAll([...pages.map((page) => new Request(page, { cache: 'reload' })), ...files])
}

async function takeOver() {
  // A tab may still show the previous version and need its files: delete them with the version
  // after. Delete a version that never took over now.
  const before = await inPlaceOf(name)
  const others = (await caches.keys()).filter((other) => other.startsWith(prefix) && other !== name)
  for (const other of others) if (other !== before) await caches.delete(other)
  await clients.claim()
}

/** Notes which version is the newest to take over; answers the one before it. */
async function inPlaceOf(newest) {
  const notes = await caches.open('newest-to-take-over')
  const before = await (await notes.match('/'))?.text()
  await notes.put('/', new Response(newest))
  return before
}

// The server itself answers at these addresses; all others are screens.
const isServers =
  /^\/(api|dev|healthz|log|readyz|uploads|\.well-known)(\/|$)|^\/solvency\/|\.[a-z0-9]+$/i
const isScreen = (pathname) => !isServers.test(pathname)

const fileOf = (request) => keptOr(request, caches.match(request, { ignoreVary: true }))
const pageOf = (request, pathname) => keptOr(request, keptPage(pathname))

async function keptPage(pathname) {
  const own = pathname === '/' ? '/index.html' : `${pathname}.html`
  const cache = await caches.open(name)
  return cache.match(pages.includes(own) ? own : '/shell.html', { ignoreVary: true })
}

/** What is kept, else what the network gives: a storage that fails must not take the app down. */
const keptOr = async (request, kept) => (await kept.catch(() => undefined)) ?? fetch(request)
