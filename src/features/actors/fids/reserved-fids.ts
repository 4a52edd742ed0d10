/**
 * Identifiers no page may take: every first path segment, present or likely in the future, every language prefix, the calls
 * beside pages in the API (`/api/actors/letters/`), and names that would pass for the instance itself on the Fediverse.
 */
const reserved = new Set(
  `about accessibility account accounts activities actor actors admin administrator agenda agendas ap api apps assets
   apple-touch-icon.png audio auth builds calendar calendars claim claims confirm contact de dev docs documents donate download edit embed en error es event events
   export favicon.ico feed feeds fediverse files follow followed follows foyer fr health healthz help host-meta hostmaster
   icon.svg ics images import imports inbox instance invite js legal letters list lists locale login logout manage managed map
   maps me media menu metrics moderation moderator news newsletter newsletters new nl nodeinfo null oauth offline.html openapi openings outbox page
    password people places postmaster privacy publish readyz reference.css register relay report reports robots.txt root rss search security server
   server.actor settings share sitemap sitemap.xml source source.tar.gz static status subscriptions support sw.js system tags terms first.js theme.js token tour ui undefined unsubscribe
   uploads users verify webfinger webhooks webmaster well-known www`
    .split(/\s+/)
    .filter(Boolean),
)

/** Tells whether a word is reserved for addresses of the site itself. */
export function isReservedFid(fid: string): boolean {
  const word = fid.toLowerCase()
  return reserved.has(word) || /^sitemap-.*\.xml$/.test(word)
}
