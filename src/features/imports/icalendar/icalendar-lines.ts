/** One content line of RFC 5545: names in capitals, parameters without quotes, the value as written. */
export type Line = { name: string; params: Record<string, string>; value: string }

/** A component with its lines and parts. `position` is the number of the component among those of its name. */
export type Component = { name: string; lines: Line[]; parts: Component[]; tooLong?: boolean }

/** Longest line that is read, in characters; a component with a longer one is refused. */
export const longestLine = 2_000_000

/** An unparsed event of a calendar: its content lines, unfolded, joined by line feeds. */
export type RawEvent = { text: string; tooLong: boolean }
/** A calendar without its events. */
export type CalendarFrame = { lines: Line[]; zones: Component[] }
/** One event of a calendar, yielded in the order of the file; `frame` is complete only at the end of the file. */
export type CalendarPart = { event: RawEvent; frame: CalendarFrame }

/**
 * Reads iCalendar text leniently as a stream: any line ends, lines folded anyhow, blank lines, missing END, names in any case. A
 * malformed line is left out; it never costs the rest of the file. Components inside an event (alarms) are skipped, as are tasks
 * and journals.
 */
export async function* eventsIn(pieces: AsyncIterable<string>): AsyncGenerator<CalendarPart> {
  let frame: CalendarFrame = { lines: [], zones: [] }
  const open: string[] = []
  let zone: string[] = []
  let lines: string[] | undefined
  let tooLong = false
  const finished = (): CalendarPart[] => {
    const part = lines && { event: { text: lines.join("\n"), tooLong }, frame }
    lines = undefined
    tooLong = false
    return part ? [part] : []
  }
  for await (const batch of contentLines(pieces)) {
    for (const raw of batch) {
      const bound = raw === null ? null : boundary.exec(raw)
      const name = bound?.[2]?.toUpperCase() ?? ""
      const isInZone = open.includes("VTIMEZONE")
      if (bound && /^B/i.test(bound[1] as string)) {
        // An event inside an event means that the END of the outer one is missing.
        if (name === "VEVENT") {
          yield* finished()
          while (open.includes("VEVENT")) open.pop()
        }
        if (name === "VCALENDAR" && !open.includes("VEVENT")) frame = { lines: [], zones: [] }
        if (name === "VEVENT") lines = []
        else if (isInZone || name === "VTIMEZONE") zone.push(raw as string)
        if (open.length < 20) open.push(name)
      } else if (bound) {
        if (isInZone) zone.push(raw as string)
        const at = open.lastIndexOf(name)
        if (at < 0) continue
        open.length = at
        if (lines && !open.includes("VEVENT")) yield* finished()
        if (isInZone && !open.includes("VTIMEZONE")) {
          frame.zones.push(...componentsIn(zone))
          zone = []
        }
        if (name === "VCALENDAR") frame = { lines: [], zones: [] }
      } else if (lines && open.at(-1) === "VEVENT") {
        if (raw === null) tooLong = true
        else lines.push(raw)
      } else if (raw !== null && isInZone) zone.push(raw)
      else if (raw !== null && open.at(-1) === "VCALENDAR" && frame.lines.length < 200) {
        const line = lineOf(raw)
        if (line) frame.lines.push(line)
      }
    }
  }
  yield* finished()
}

const boundary = /^[\s\ufeff]*(BEGIN|END)\s*:\s*([\w.-]+)\s*$/i

/** Parses the lines of an event into a component. */
export function componentOf({ text, tooLong }: RawEvent): Component {
  const lines = text.split("\n").flatMap((raw) => lineOf(raw) ?? [])
  return { name: "VEVENT", lines, parts: [], ...(tooLong && { tooLong }) }
}

/** Parses a few lines into nested components. */
function componentsIn(lines: string[]): Component[] {
  const root: Component = { name: "", lines: [], parts: [] }
  const open = [root]
  for (const line of lines.flatMap((raw) => lineOf(raw) ?? [])) {
    const name = line.value.trim().toUpperCase()
    if (line.name === "BEGIN") {
      const part: Component = { name, lines: [], parts: [] }
      ;(open.at(-1) as Component).parts.push(part)
      if (open.length < 20) open.push(part)
    } else if (line.name === "END") {
      const at = open.findLastIndex((each) => each.name === name)
      if (at > 0) open.length = at
    } else (open.at(-1) as Component).lines.push(line)
  }
  return root.parts
}

/** Yields the unfolded lines of each piece; null for a line that is too long. */
async function* contentLines(pieces: AsyncIterable<string>): AsyncGenerator<(string | null)[]> {
  let parts: string[] = []
  let length = 0
  let rest = ""
  const unfolded = () => (length > longestLine ? null : parts.length === 1 ? (parts[0] as string) : parts.join(""))
  const take = (line: string, lines: (string | null)[]) => {
    if (line === "") return
    const first = line.charCodeAt(0)
    if ((first === 32 || first === 9) && parts.length > 0) {
      length += line.length
      if (length <= longestLine) parts.push(line.slice(1))
      else parts.length = 1
    } else {
      if (parts.length > 0) lines.push(unfolded())
      length = line.length
      parts = [length <= longestLine ? line : ""]
    }
  }
  for await (const piece of pieces) {
    const lines: (string | null)[] = []
    const split = (rest + piece).split(/\r\n|\n|\r/)
    rest = split.pop() ?? ""
    // A line of many megabytes comes in pieces: no more of it is held than is needed to know that it is too long.
    if (rest.length > longestLine) rest = rest.slice(0, longestLine + 1)
    for (const line of split) take(line, lines)
    if (lines.length > 0) yield lines
  }
  const lines: (string | null)[] = []
  take(rest, lines)
  if (parts.length > 0) lines.push(unfolded())
  yield lines
}

/** Parses one content line; undefined when it is malformed. */
export function lineOf(raw: string): Line | undefined {
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
  // Group names ("item1.SUMMARY") come from contacts and mean nothing here.
  return { name: (name[1] as string).replace(/^.*\./, "").toUpperCase(), params, value: raw.slice(at + 1) }
}

/** Resolves the escapes of a TEXT value. */
export function unescaped(value: string): string {
  return value.replaceAll(/\\([\\;,nN"])/g, (_, each: string) => (each === "n" || each === "N" ? "\n" : each))
}

/** Returns the value of a component's first property of that name. */
export function valueOf(component: Component, name: string): string | undefined {
  return component.lines.find((line) => line.name === name)?.value
}
