/** The feed formats: RFC 4287, RSS 2.0, JSON Feed 1.1. */
export const feedFormats = ["atom", "rss", "json"] as const
export type FeedFormat = (typeof feedFormats)[number]

/** The media type of each format. */
export const feedTypes: Record<FeedFormat, string> = {
  atom: "application/atom+xml",
  rss: "application/rss+xml",
  json: "application/feed+json",
}

/** Returns the format that a file name states: `feed.atom`; undefined for any other file. */
export function feedFormatOf(path: string): FeedFormat | undefined {
  return feedFormats.find((format) => path.endsWith(`/feed.${format}`))
}
