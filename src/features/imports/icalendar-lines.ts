/** One content line of RFC 5545: names in capitals, parameters without quotes, the value as written. */
export type Line = { name: string; params: Record<string, string>; value: string }

/** A component and what is in it. `position` is the number of the component among those of its name. */
export type Component = { name: string; lines: Line[]; parts: Component[]; tooLong?: boolean }

/** The longest line that is read, in characters; what holds a longer one is refused. */
export const longestLine = 2_000_000

/**
 * Reads iCalendar text leniently: any line ends, lines folded anyhow, blank lines, missing END, names in any case.
 * A line that makes no sense is left out; it never costs the rest of the file.
 */
export function componentsOf(text: string): Component[] {
  const root: Component = { name: "", lines: [], parts: [] }
  const open = [root]
  for (const raw of contentLines(text)) {
    const current = open.at(-1) as Component
    if (raw === null) {
      current.tooLong = true
      continue
    }
    const line = lineOf(raw)
    if (!line) continue
    if (line.name === "BEGIN") {
      const part: Component = { name: line.value.trim().toUpperCase(), lines: [], parts: [] }
      // An event inside an event is one whose END was lost.
      while (part.name === "VEVENT" && open.some((each) => each.name === "VEVENT")) open.pop()
      ;(open.at(-1) as Component).parts.push(part)
      if (open.length < 20) open.push(part)
    } else if (line.name === "END") {
      const at = open.findLastIndex((each) => each.name === line.value.trim().toUpperCase())
      if (at > 0) open.length = at
    } else current.lines.push(line)
  }
  return root.parts
}

/** Unfolded lines; null for one that is too long. */
function* contentLines(text: string): Generator<string | null> {
  const ends = /\r\n|\n|\r/g
  let pieces: string[] = []
  let length = 0
  const unfolded = () => (length > longestLine ? null : pieces.join(""))
  for (let from = 0; from <= text.length;) {
    ends.lastIndex = from
    const end = ends.exec(text)
    const to = end ? end.index : text.length
    const first = text.charCodeAt(from)
    if (to > from) {
      if ((first === 32 || first === 9) && pieces.length > 0) {
        length += to - from
        if (length <= longestLine) pieces.push(text.slice(from + 1, to))
      } else {
        if (pieces.length > 0) yield unfolded()
        length = to - from
        pieces = [length <= longestLine ? text.slice(from, to) : ""]
      }
    }
    from = end ? to + end[0].length : text.length + 1
  }
  if (pieces.length > 0) yield unfolded()
}

function lineOf(raw: string): Line | undefined {
  const name = /^[\s\ufeff]*([A-Za-z0-9_.-]+)\s*(?=[;:])/.exec(raw)
  if (!name) return undefined
  const params: Record<string, string> = {}
  let at = name[0].length
  while (raw[at] === ";") {
    const equals = raw.indexOf("=", at)
    const colon = raw.indexOf(":", at)
    if (equals < 0 || (colon >= 0 && colon < equals)) {
      at = colon < 0 ? raw.length : colon
      break
    }
    const key = raw
      .slice(at + 1, equals)
      .trim()
      .toUpperCase()
    let end = equals + 1
    for (let quoted = false; end < raw.length; end++) {
      if (raw[end] === '"') quoted = !quoted
      else if (!quoted && (raw[end] === ";" || raw[end] === ":")) break
    }
    params[key] ??= raw.slice(equals + 1, end).replaceAll('"', "")
    at = end
  }
  if (raw[at] !== ":") return undefined
  // Group names ("item1.SUMMARY") come from contacts and say nothing here.
  return { name: (name[1] as string).replace(/^.*\./, "").toUpperCase(), params, value: raw.slice(at + 1) }
}

/** The value of a TEXT property with its escapes resolved. */
export function unescaped(value: string): string {
  return value.replaceAll(/\\([\\;,nN"])/g, (_, each: string) => (each === "n" || each === "N" ? "\n" : each))
}

export function valueOf(component: Component, name: string): string | undefined {
  return component.lines.find((line) => line.name === name)?.value
}
