/**
 * Words that no page may take: every first path segment, now or likely later, every language prefix, and names that would
 * pass for the instance itself on the Fediverse.
 */
const reserved = new Set(
  `about accessibility account accounts activities actor actors admin administrator agenda agendas ap api apps assets
   audio auth builds calendar claim claims confirm contact de dev docs documents donate download edit embed en error es event events
   export favicon.ico feed feeds fediverse files follow follows foyer fr health healthz help host-meta hostmaster
   ics images import imports inbox instance invite js legal list lists locale login logout manage map
    maps me media metrics moderation moderator news newsletter newsletters new nl nodeinfo null oauth openapi openings outbox page
    password people places postmaster privacy publish readyz register relay reports robots.txt root rss search security server
   server.actor settings share sitemap sitemap.xml static status support system tags terms token ui undefined unsubscribe
   uploads users verify webfinger webmaster well-known www`
    .split(/\s+/)
    .filter(Boolean),
)

/** Is this word kept for addresses of the site itself? */
export function isReservedFid(fid: string): boolean {
  return reserved.has(fid.toLowerCase())
}
