/** A film on another site: its page, its player, and the name of the site. */
export type Film = { url: string; player: string; host: string }

const youtubeId = /^[\w-]{11}$/
const vimeoId = /^\d{6,12}$/
const vimeoHash = /^[0-9a-f]{8,12}$/
const peertubeId = /^(?:[\w-]{22}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The players that pages may embed besides PeerTube; neither sets cookies with the parameters used below. */
const players = ["www.youtube-nocookie.com", "player.vimeo.com"] as const

/** Lists the origins of players, which the content security policy of pages allows exclusively. */
export function playerOrigins(peertube: readonly string[]): string[] {
  return [...players, ...peertube].map((host) => `https://${host}`)
}

/** Returns the film of a document; if this instance does not trust its host any more, the film has an address but no player. */
export function filmFrom(
  url: string | null,
  { peertubeHosts = [] }: { peertubeHosts?: readonly string[] },
): Film | null {
  if (url === null) return null
  return filmAt(url, peertubeHosts) ?? { url, player: "", host: new URL(url).host }
}

/**
 * Recognises a film by an address as people copy it; undefined for any other address or a site that is not on the list.
 * @param peertube the PeerTube hosts this instance trusts
 */
export function filmAt(address: string, peertube: readonly string[]): Film | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.port || url.username) return undefined
  const host = url.hostname.replace(/^(www|m)\./, "")
  const parts = url.pathname.split("/").filter(Boolean)
  const told = url.searchParams
  if (peertube.includes(url.hostname)) {
    const [first, second, third] = parts
    const id = first === "w" ? second : first === "videos" ? third : undefined
    return id && peertubeId.test(id)
      ? {
          url: `https://${url.hostname}/w/${id}`,
          player: `https://${url.hostname}/videos/embed/${id}?autoplay=1&peertubeLink=0&p2p=0`,
          host: url.hostname,
        }
      : undefined
  }
  if (host === "youtu.be" || host === "youtube.com" || host === "youtube-nocookie.com") {
    const id = host === "youtu.be" ? parts[0] : /^(embed|shorts|live)$/.test(parts[0] ?? "") ? parts[1] : told.get("v")
    return id && youtubeId.test(id)
      ? {
          url: `https://www.youtube.com/watch?v=${id}`,
          player: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`,
          host: "YouTube",
        }
      : undefined
  }
  if (host === "vimeo.com" || host === "player.vimeo.com") {
    const [id, hash] = parts[0] === "video" ? [parts[1], told.get("h")] : [parts[0], parts[1]]
    if (!id || !vimeoId.test(id)) return undefined
    const secret = hash && vimeoHash.test(hash) ? hash : undefined
    return {
      url: `https://vimeo.com/${id}${secret ? `/${secret}` : ""}`,
      player: `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1${secret ? `&h=${secret}` : ""}`,
      host: "Vimeo",
    }
  }
  return undefined
}
