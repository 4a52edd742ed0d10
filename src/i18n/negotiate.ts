import { defaultLanguage, isLanguage, type Language } from "./languages.ts"

/**
 * Determines the reader's language: the cookie first, then the browser's list (RFC 9110 §12.5.4), then French. Never throws,
 * whatever the headers contain.
 */
export function negotiate(cookie: string | undefined, acceptLanguage: string | undefined): Language {
  if (isLanguage(cookie)) return cookie
  const wanted = (acceptLanguage ?? "")
    .slice(0, 1000)
    .split(",")
    .map((part, position) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";")
      const quality = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean)
      return { language: tag.trim().split("-")[0], quality: quality === undefined ? 1 : Number(quality), position }
    })
    .filter(({ language, quality }) => isLanguage(language) && quality > 0 && quality <= 1)
    .sort((a, b) => b.quality - a.quality || a.position - b.position)

  return (wanted[0]?.language as Language | undefined) ?? defaultLanguage
}
