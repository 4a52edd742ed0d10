/** The forms in which a list is read by programs that follow it: RFC 4287, RSS 2.0, JSON Feed 1.1. */
export const feedFormats = ["atom", "rss", "json"] as const
export type FeedFormat = (typeof feedFormats)[number]

/** What each is sent as. */
export const feedTypes: Record<FeedFormat, string> = {
  atom: "application/atom+xml",
  rss: "application/rss+xml",
  json: "application/feed+json",
}

/** The form that the name of a file asks for: `feed.atom`; undefined for any other file. */
export function feedFormatOf(path: string): FeedFormat | undefined {
  return feedFormats.find((format) => path.endsWith(`/feed.${format}`))
}
