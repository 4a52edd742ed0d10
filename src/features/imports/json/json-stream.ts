import { longestLine } from "../icalendar/icalendar-lines.ts"

/** A record of a JSON text, or the whole text, as it is written; null when it is too long to be read. */
export type JsonPart = { record: string | null } | { whole: string | null } | { broken: string }

const lists = new Set(["events", "results", "records", "items", "data", "member", "hydra:member", "features", "@graph"])
/** Of objects with a type, only these wrap a list; any other is one record, which may contain others. */
const collection = /Collection|DataFeed|ItemList/
const longestKey = 1000

/**
 * Splits a JSON text into its records as a stream: the elements of the outermost list, or of the list that an object wraps; else
 * the text as a whole. Only the bounds of each record are looked for, so that a broken record does not cost the others, and only
 * one is held at a time.
 * @param mostWhole longest text without a list that is held, in characters
 */
export async function* jsonParts(pieces: AsyncIterable<string>, mostWhole: number): AsyncGenerator<JsonPart> {
  /** The open brackets: `[`, `{`. Elements stand at `listDepth`. */
  const open: string[] = []
  let listDepth = -1
  let inString = false
  let escaped = false
  let began = false
  let ended = false
  let key: string | undefined
  let keyText = ""
  let isKey = false
  let isWhole = false
  let type = ""
  // The text of the record, or of everything so far while no list was found.
  let parts: string[] = []
  let length = 0
  let hasContent = false
  let afterComma = false

  const keep = (text: string) => {
    length += text.length
    if (length <= (listDepth < 0 ? mostWhole : longestLine)) parts.push(text)
    else parts = []
  }
  const taken = (): JsonPart => {
    const record = length > longestLine ? null : parts.join("").trim()
    parts = []
    length = 0
    hasContent = false
    return { record }
  }

  for await (const piece of pieces) {
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at)
      if (inString) {
        if (escaped) escaped = false
        else if (code === 92) escaped = true
        else if (code === 34) {
          inString = false
          if (isKey) key = keyText
        }
        if (isKey && inString && keyText.length < longestKey) keyText += piece[at]
        continue
      }
      if (code === 32 || code === 10 || code === 13 || code === 9 || code === 0) continue
      if (ended) return yield { broken: piece.slice(at, at + 40) }
      if (!began) {
        began = true
        if (code === 91) {
          listDepth = 1
          open.push("[")
          from = at + 1
          continue
        }
      }
      const inList = open.length === listDepth
      if (code === 34) {
        inString = true
        isKey = open.length === 1 && listDepth < 0 && open[0] === "{" && key === undefined
        if (isKey) keyText = ""
        if (inList) hasContent = true
      } else if (code === 91 || code === 123) {
        if (code === 91 && listDepth < 0 && !isWhole && open.length === 1 && key !== undefined && lists.has(key)) {
          if (type === "" || collection.test(type)) {
            listDepth = 2
            parts = []
            length = 0
            from = at + 1
            open.push("[")
            continue
          }
          isWhole = true
        }
        if (inList) hasContent = true
        open.push(code === 91 ? "[" : "{")
      } else if (code === 93 || code === 125) {
        if (open.at(-1) !== (code === 93 ? "[" : "{")) {
          return yield { broken: piece.slice(Math.max(0, at - 20), at + 20) }
        }
        if (inList) {
          keep(piece.slice(from, at))
          from = at + 1
          if (hasContent || afterComma || length > longestLine) yield taken()
          afterComma = false
          open.pop()
          // After the list of an object there are no more records.
          listDepth = -2
        } else open.pop()
        if (open.length === 0) ended = true
      } else if (code === 44) {
        if (inList) {
          keep(piece.slice(from, at))
          from = at + 1
          yield taken()
          afterComma = true
        } else if (open.length === 1) {
          if (key === "@type") type = parts.join("").concat(piece.slice(from, at)).slice(-200)
          key = undefined
        }
      } else if (inList) hasContent = true
    }
    if (listDepth !== -2) keep(piece.slice(from))
  }
  if (!ended) return yield { broken: parts.join("").slice(-40) }
  if (listDepth === -1) {
    yield { whole: length > mostWhole ? null : parts.join("") }
  }
}
