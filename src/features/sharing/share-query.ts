import { isLook, isTheme, type Look, type Theme } from "./snippets.ts"

/** What the address of a share screen asks for, when its forms were sent without script; anything else is left out. */
export function shareQueryOf(url: URL): {
  look: Look | undefined
  theme: Theme | undefined
  instance: string | undefined
} {
  const look = url.searchParams.get("look")
  // The ticked box comes before the choice it makes needless.
  const theme = url.searchParams.get("theme")
  const instance = url.searchParams.get("instance")?.slice(0, 300)
  return {
    look: isLook(look) ? look : undefined,
    theme: isTheme(theme) ? theme : undefined,
    instance: instance || undefined,
  }
}
