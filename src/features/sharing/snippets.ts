// HTML snippets that people paste into their own site.
import { inLine } from "./markup.ts"

export const themes = ["auto", "light", "dark"] as const
export type Theme = (typeof themes)[number]

/** Whether this is one of the themes of embedded cards. */
export function isTheme(value: unknown): value is Theme {
  return themes.includes(value as Theme)
}

export const looks = ["line", "poster", "agenda"] as const
export type Look = (typeof looks)[number]

/** Whether this is one of the looks of embedded cards. */
export function isLook(value: unknown): value is Look {
  return looks.includes(value as Look)
}

/** Size of each look: CSS pixels, or the full width available. */
export const sizes: Record<Look, { width: string; height: number }> = {
  line: { width: "100%", height: 132 },
  poster: { width: "320", height: 540 },
  agenda: { width: "100%", height: 480 },
}

/** Returns the path of a card with its language; default values are left out. */
export function embedPath(base: string, look: Look, theme: Theme): string {
  const asked = [look === "poster" ? "look=poster" : "", theme === "auto" ? "" : `theme=${theme}`].filter(Boolean)
  return base + (asked.length > 0 ? `?${asked.join("&")}` : "")
}

/** Returns the HTML of a frame to paste. */
export function frameCode(address: string, title: string, look: Look, size = sizes[look]): string {
  const { width, height } = size
  return `<iframe src="${inLine(address)}" title="${inLine(title)}" width="${width}" height="${height}" loading="lazy" style="border:0"></iframe>`
}

/** Returns a card of plain HTML: a link and a few lines, which take the style of the page they are pasted into. */
export function cardCode(card: {
  address: string
  title: string
  lines: string[]
  language: string
  site: string
}): string {
  const lines = [...card.lines.filter(Boolean), card.site].map((one) => inLine(one)).join("<br>")
  return (
    `<blockquote cite="${inLine(card.address)}" lang="${inLine(card.language)}">` +
    `<p><a href="${inLine(card.address)}"><strong>${inLine(card.title)}</strong></a><br>${lines}</p></blockquote>`
  )
}
