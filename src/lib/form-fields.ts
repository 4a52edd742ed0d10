/** Most fields of a form. One without files has at most 100 KB, which is room for fewer. */
const mostFields = 2000
/** Most bytes of the headers of a field: its name, and the name and type of a file. */
const longestHeaders = 16 * 1024

/**
 * Returns whether a form (multipart/form-data) has more fields, or longer headers of a field, than any of ours. The parser takes
 * about 3 µs for each field, reads headers byte by byte, and never pauses: a body within the size limit could keep the server from
 * other work for a second.
 * @param type the Content-Type; one that names several boundaries is refused, since the parser could take another one
 */
export function exceedsForms(body: ArrayBuffer, type: string): boolean {
  const [named, ...more] = type.matchAll(/;\s*boundary=(?:"([^"]*)"|([^\s;]*))/gi)
  const boundary = named?.[1] ?? named?.[2]
  if (more.length > 0) return true
  if (!boundary) return false
  const bytes = Buffer.from(body)
  const mark = Buffer.from(`--${boundary}`, "latin1")
  let fields = 0
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
    if (++fields > mostFields) return true
    const start = bytes.subarray(at, at + mark.length + longestHeaders)
    if (at + start.length < bytes.length && !start.includes("\r\n\r\n")) return true
  }
  return false
}
