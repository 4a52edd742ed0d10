import { useState } from "react"
import { useLocation } from "react-router"
import { type Language, languages } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { type FeedFormat, feedFormats, feedTypes } from "../feed-formats.ts"
import { inLanguagePath, withoutPrefix } from "../paths.ts"
import { useSite } from "./site.ts"

type PageMetaProps = {
  /** Without the name of the site, which is added. */
  title: string
  /** Plain text; shortened to 200 characters. */
  description?: string | undefined
  /** Picture of link previews; `url` is absolute, or a path of this site. */
  image?: { url: string; width?: number | undefined; height?: number | undefined; alt?: string | undefined } | undefined
  /** Open Graph type: `website`, `profile`, `article`. */
  type?: string
  /** schema.org data as JSON-LD: for programs that read documents, so only the server renders it (`import.meta.env.SSR`). */
  jsonLd?: object | undefined
  /** Excludes it from search engines: what belongs to one person, or repeats another page. */
  noindex?: boolean | undefined
  /** Whether other sites can show a card of it, announced with oEmbed. */
  hasCard?: boolean | undefined
  /** Address of the same content as a feed, in each format: a path without prefix. */
  feeds?: ((format: FeedFormat) => string) | undefined
  /** Address of its sounds as a podcast: a path without prefix. */
  podcast?: string | undefined
}

const locales: Record<Language, string> = { fr: "fr_BE", en: "en_GB", nl: "nl_BE" }

/** Sets the metadata of a page: React lifts these elements into `<head>`, on the server and on navigation. */
export function PageMeta({
  title,
  description,
  image,
  type = "website",
  jsonLd,
  noindex,
  hasCard,
  feeds,
  podcast,
}: PageMetaProps) {
  const { language } = useMessages()
  const site = useSite()
  const { pathname } = useLocation()
  const whole = site ? `${title} — ${site.name}` : title
  const address = site && site.url + inLanguagePath(withoutPrefix(pathname).path, language)
  const text = description && shortened(description)
  // The browser keeps the element that came with the document, as long as its first page is shown.
  const [fromServer] = useState(() =>
    import.meta.env.SSR
      ? jsonLd && { dataset: { of: address }, innerHTML: inScript(jsonLd) }
      : document.getElementById(jsonLdId),
  )
  const picture = image && (image.url.startsWith("/") ? (site?.url ?? "") + image.url : image.url)

  return (
    <>
      <title>{whole}</title>
      {text && <meta name="description" content={text} />}
      {noindex && <meta name="robots" content="noindex" />}
      <meta property="og:title" content={title} />
      {text && <meta property="og:description" content={text} />}
      <meta property="og:type" content={type} />
      {address && <meta property="og:url" content={address} />}
      {site && <meta property="og:site_name" content={site.name} />}
      <meta property="og:locale" content={locales[language]} />
      {languages
        .filter((one) => one !== language)
        .map((one) => (
          <meta key={one} property="og:locale:alternate" content={locales[one]} />
        ))}
      {picture && <meta property="og:image" content={picture} />}
      {picture && image.width && <meta property="og:image:width" content={String(image.width)} />}
      {picture && image.height && <meta property="og:image:height" content={String(image.height)} />}
      {picture && image.alt && <meta property="og:image:alt" content={image.alt} />}
      <meta name="twitter:card" content={image ? "summary_large_image" : "summary"} />
      {hasCard && address && (
        <link
          rel="alternate"
          type="application/json+oembed"
          href={`${site.url}/api/oembed/?url=${encodeURIComponent(address)}`}
        />
      )}
      {site &&
        feeds &&
        feedFormats.map((format) => (
          <link
            key={format}
            rel="alternate"
            type={feedTypes[format]}
            title={`${whole} (${format === "json" ? "JSON Feed" : format === "rss" ? "RSS" : "Atom"})`}
            href={site.url + inLanguagePath(feeds(format), language)}
          />
        ))}
      {site && podcast && (
        <link
          rel="alternate"
          type={feedTypes.rss}
          title={`${whole} (podcast)`}
          href={site.url + inLanguagePath(podcast, language)}
        />
      )}
      {fromServer && fromServer.dataset.of === address && (
        <script
          id={jsonLdId}
          data-of={address}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: fromServer.innerHTML }}
        />
      )}
    </>
  )
}

const jsonLdId = "json-ld"

/** Writes JSON that is inert inside a `<script>`, whatever its texts contain: no `<` is left to start or end a tag. */
export function inScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029")
}

/** Shortens a text to at most `most` characters, at a word boundary. */
export function shortened(text: string, most = 200): string {
  const plain = text.replaceAll(/\s+/g, " ").trim()
  if (plain.length <= most) return plain
  const cut = plain.slice(0, most - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), most / 2)).replace(/[\s,.;:–—-]+$/, "")}…`
}
