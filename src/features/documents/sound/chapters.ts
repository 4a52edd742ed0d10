/** A chapter of a sound: its start in seconds, and its title. */
export type Chapter = { start: number; title: string }

export const mostChapters = 100
/** Matches a trimmed line; everything after the time and spaces is the title, so that the pattern never backtracks. */
const shape = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)\s+(?:[-–—]\s*)?(\S.*)$/s

/** Reads lines of "mm:ss title" or "h:mm:ss title"; undefined when a line has another form, or there are too many. */
export function readChapters(text: string): Chapter[] | undefined {
  const chapters: Chapter[] = []
  for (const line of text.split(/\r?\n/)) {
    const words = line.trim()
    if (!words) continue
    const [, hours, minutes, seconds, title] = shape.exec(words) ?? []
    if (title === undefined) return undefined
    chapters.push({
      start: Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds),
      title: title.slice(0, 200),
    })
  }
  if (chapters.length > mostChapters) return undefined
  return chapters.sort((a, b) => a.start - b.start)
}

/** Writes chapters as the lines of a form. */
export function writeChapters(chapters: readonly Chapter[]): string {
  return chapters.map(({ start, title }) => `${clock(start)} ${title}`).join("\n")
}

/** Writes a time as « 4:12 » or « 1:02:09 ». */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, "0")
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`
}
