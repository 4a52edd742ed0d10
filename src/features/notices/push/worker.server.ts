/**
 * Returns the script of the service worker, sent to browsers as it stands here: it shows push messages, and an offline page
 * when a page cannot be fetched. It caches only that page and its fonts; all other requests pass through. Browsers update the
 * worker when a byte differs, so it contains the hash of the offline pages.
 * @param mark hash of the offline pages
 * @param pages paths of the offline pages, by the language prefix of the requested path
 * @param fonts paths of the fonts that the offline pages use
 */
export function workerScript(mark: string, pages: Record<string, string>, fonts: readonly string[] = []): string {
  return `const cacheName = ${JSON.stringify(`offline-${mark}`)}
const pages = ${JSON.stringify(pages)}
const fonts = ${JSON.stringify(fonts)}
const pageFor = (url) => pages[new URL(url).pathname.split("/", 2)[1]] ?? pages[""]

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([...Object.values(pages), ...fonts])).then(() => self.skipWaiting()))
})

self.addEventListener("activate", (event) => {
  const forget = (names) =>
    Promise.all(names.filter((name) => name.startsWith("offline-") && name !== cacheName).map((name) => caches.delete(name)))
  event.waitUntil(
    Promise.all([caches.keys().then(forget), self.registration.navigationPreload?.enable(), self.clients.claim()]),
  )
})

// Whole pages alone, and the letters of the offline ones: what scripts fetch is theirs, and fails as it would without this.
self.addEventListener("fetch", (event) => {
  const { request } = event
  if (fonts.includes(new URL(request.url).pathname)) {
    event.respondWith(caches.match(request, { cacheName }).then((kept) => kept ?? fetch(request)))
    return
  }
  if (request.mode !== "navigate" || request.method !== "GET") return
  const answer = async () => {
    try {
      return (await event.preloadResponse) ?? (await fetch(request))
    } catch (error) {
      const offline = await caches.match(pageFor(request.url), { cacheName })
      if (!offline) throw error
      return offline
    }
  }
  event.respondWith(answer())
})

self.addEventListener("push", (event) => {
  let told
  try {
    told = event.data.json()
  } catch {
    return
  }
  const { title, body, url, tag, lang } = told
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang, icon: "/apple-touch-icon.png", data: { url } }))
})

// The browser gave this device another address: it takes the place of the former one, as whoever is signed in here.
self.addEventListener("pushsubscriptionchange", (event) => {
  const former = event.oldSubscription
  const renew = async () => {
    const token = (await self.cookieStore?.get("csrftoken"))?.value
    if (!former || !token) return
    const renewed = event.newSubscription ?? (await self.registration.pushManager.subscribe(former.options))
    const { endpoint, keys } = renewed.toJSON()
    const send = (method, body) =>
      fetch("/api/me/push/", {
        method,
        headers: { "Content-Type": "application/json", "X-CSRFToken": token },
        body: JSON.stringify(body),
      })
    const gone = await send("DELETE", { endpoint: former.endpoint })
    if (gone.ok) await send("POST", { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } })
  }
  event.waitUntil(renew())
})

self.addEventListener("notificationclick", (event) => {
  event.notification.close()
  const url = new URL(event.notification.data?.url ?? "/", self.location.origin)
  if (url.origin !== self.location.origin) return
  const show = async () => {
    const open = await self.clients.matchAll({ type: "window" })
    const there = open.find((one) => one.url === url.href)
    return there ? there.focus() : self.clients.openWindow(url.href)
  }
  event.waitUntil(show())
})
`
}
