/**
 * Cleans a file name for display and download: no folders, no characters that hide or reorder letters (control and direction
 * characters), at most 120 characters. Undefined when nothing is left.
 */
export function fileName(given: string): string | undefined {
  const name = given
    .toWellFormed()
    .normalize("NFC")
    .replaceAll("\uFFFD", "")
    .split(/[/\\]/)
    .at(-1)
    // Control and format characters: NUL, line ends, U+202E (right-to-left override), zero-width characters.
    ?.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replaceAll(/[<>:"|?*]/g, " ")
    .replaceAll(/\s+/g, " ")
  const bare = name && withoutEdges(name)
  if (!bare) return undefined
  const [ending = ""] = /\.[A-Za-z0-9]{1,8}$/.exec(bare.slice(-9)) ?? []
  const stem = bare.slice(0, bare.length - ending.length)
  return `${[...stem].slice(0, 120 - ending.length).join("")}${ending}`.trim() || undefined
}

/** Removes points and spaces at both ends, in linear time. */
function withoutEdges(name: string): string {
  const isEdge = (at: number) => /[.\s]/.test(name.charAt(at))
  let [from, to] = [0, name.length]
  while (from < to && isEdge(from)) from++
  while (to > from && isEdge(to - 1)) to--
  return name.slice(from, to)
}

/** Makes a title from a file name: without its ending, with spaces between words. */
export function titleFrom(name: string): string {
  return (
    name
      .replace(/\.[A-Za-z0-9]{1,8}$/, "")
      .replaceAll(/[_\s]+/g, " ")
      .trim() || name
  )
}
