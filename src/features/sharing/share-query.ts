import { isLook, isTheme, type Look, type Theme } from "./snippets.ts"

/**
 * Returns the choices in the address of a share screen, where its forms are submitted without script; anything else is left out.
 */
export function shareQueryOf(url: URL): {
  look: Look | undefined
  theme: Theme | undefined
  instance: string | undefined
} {
  const look = url.searchParams.get("look")
  // The checkbox comes first in the form, and its value overrides the choice after it.
  const theme = url.searchParams.get("theme")
  const instance = url.searchParams.get("instance")?.slice(0, 300)
  return {
    look: isLook(look) ? look : undefined,
    theme: isTheme(theme) ? theme : undefined,
    instance: instance || undefined,
  }
}
