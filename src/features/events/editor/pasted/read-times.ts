import { isJoined, numberAt, phraseAt, phrases, type Token } from "./tokens.ts"

/** Times at a position, as `20:30`; `isWeak` for `20.30` alone, which may be a date or an amount. */
export type TimesMatch = {
  end: number
  kind: "start" | "until" | "doors"
  starts: string[]
  until?: string
  isWeak: boolean
}

type Clock = { end: number; minutes: number; isBare: boolean; isWeak: boolean; half?: "am" | "pm" | undefined }

const openings = phrases(
  "a · at · om · vanaf · des · de · from · van · @ · vers · around · rond · a partir de · starting at",
  "starts at · start · starts · aanvang · begin · begint om · debut · heure · time · tijd · uur",
)
const doorWords = phrases(
  "portes · doors · deuren · deur · ouverture · ouverture des portes · doors open · deuren open · open",
  "accueil · portes ouvertes · opening doors",
)
/** Words beside a time that mark it as the start of the show, not the doors. */
const showWords = phrases("show · concert · spectacle · set · voorstelling · optreden · performance · aanvang · debut")
const ranging = phrases("- · – · — · → · a · to · tot · until · till · jusqu ' a · jusqu ’ a · jusque")
const untilWords = phrases("jusqu ' a · jusqu ’ a · jusque · tot · until · till · fin · end · einde")
const listing = phrases("et · and · en · & · + · , · / · ou · of · or")
const beforeDoors = phrases(": · a · at · om · des · : a")
const beforeListed = phrases("a · at · om")
const hourWords = phrases("uur · u · h · hrs · heures")
const mornings = phrases("am · a . m . · a . m")
const evenings = phrases("pm · p . m . · p . m")
const most = 12

/** Returns the times that begin at this position, if any. */
export function timesAt(tokens: readonly Token[], at: number, hasDoors: boolean): TimesMatch | undefined {
  return doorsAt(tokens, at) ?? untilAt(tokens, at) ?? startsAt(tokens, at, hasDoors)
}

function doorsAt(tokens: readonly Token[], at: number): TimesMatch | undefined {
  const named = phraseAt(tokens, at, doorWords)
  if (named !== undefined) {
    const from = phraseAt(tokens, named, beforeDoors) ?? named
    const clock = clockAt(tokens, from)
    if (clock && !clock.isBare) return { end: clock.end, kind: "doors", starts: [wall(clock.minutes)], isWeak: false }
  }
  const clock = clockAt(tokens, at)
  const after = clock && !clock.isBare ? phraseAt(tokens, clock.end, doorWords) : undefined
  // « 19h30 portes, 20h concert »: unless the word belongs to the time that follows.
  if (!clock || after === undefined || clockAt(tokens, after)?.isBare === false) return undefined
  return { end: after, kind: "doors", starts: [wall(clock.minutes)], isWeak: false }
}

function untilAt(tokens: readonly Token[], at: number): TimesMatch | undefined {
  const from = phraseAt(tokens, at, untilWords)
  const clock = from === undefined ? undefined : clockAt(tokens, tokens[from]?.word === ":" ? from + 1 : from)
  if (!clock || clock.isBare || clock.isWeak) return undefined
  return { end: clock.end, kind: "until", starts: [], until: wall(clock.minutes), isWeak: false }
}

function startsAt(tokens: readonly Token[], at: number, hasDoors: boolean): TimesMatch | undefined {
  let begins = hasDoors ? (phraseAt(tokens, at, showWords) ?? at) : at
  if (tokens[begins]?.word === ":") begins++
  const opened = phraseAt(tokens, begins, openings)
  if (opened !== undefined) begins = tokens[opened]?.word === ":" ? opened + 1 : opened
  const first = clockAt(tokens, begins) ?? (opened === undefined ? undefined : namedClock(tokens, begins))
  if (!first) return undefined
  const to = phraseAt(tokens, first.end, ranging)
  const last = to === undefined ? undefined : (clockAt(tokens, to) ?? namedClock(tokens, to))
  if (last && !last.isBare && !(first.isWeak && last.isWeak && opened === undefined)) {
    const from = first.isBare && last.half ? halved(first, last) : first
    return { end: last.end, kind: "start", starts: [wall(from.minutes)], until: wall(last.minutes), isWeak: false }
  }
  if (first.isBare) return undefined
  const starts = [wall(first.minutes)]
  let end = first.end
  while (starts.length < most) {
    const also = phraseAt(tokens, end, listing)
    const next = also === undefined ? undefined : clockAt(tokens, phraseAt(tokens, also, beforeListed) ?? also)
    if (!next || next.isBare || next.isWeak || phraseAt(tokens, next.end, doorWords) !== undefined) break
    // « 20h, 22h-23h »: the range is the time of something else.
    starts.push(wall(next.minutes))
    end = next.end
  }
  if (hasDoors) end = phraseAt(tokens, end, showWords) ?? end
  return { end, kind: "start", starts, isWeak: first.isWeak && opened === undefined }
}

/** Reads `20h30`, `20:30`, `20 uur`, `20u30`, `8.30 pm`; a number alone is bare. */
function clockAt(tokens: readonly Token[], at: number): Clock | undefined {
  const hour = numberAt(tokens, at, 2)
  if (hour === undefined || hour > 24) return undefined
  const sign = tokens[at + 1]?.word ?? ""
  if (/^(?:h|u|heures?|hrs?|uur)$/.test(sign)) {
    const isShort = /^[hu]$/.test(sign)
    const minutes = numberAt(tokens, at + 2, 2)
    const isMinutes =
      isShort &&
      minutes !== undefined &&
      tokens[at + 2]?.word.length === 2 &&
      minutes < 60 &&
      (isJoined(tokens, at + 2) || tokens[at + 1]?.isSpaced)
    const end = isMinutes ? at + 3 : at + 2
    return { end: pointed(tokens, end), minutes: whole(hour, isMinutes ? minutes : 0), isBare: false, isWeak: false }
  }
  const minutes = numberAt(tokens, at + 2, 2)
  const isPair =
    (sign === ":" || sign === ".") &&
    minutes !== undefined &&
    minutes < 60 &&
    tokens[at + 2]?.word.length === 2 &&
    isJoined(tokens, at + 1) &&
    isJoined(tokens, at + 2)
  const end = isPair ? at + 3 : at + 1
  const half = halfAt(tokens, end)
  if (half) {
    if (hour === 0 || hour > 12) return undefined
    return {
      end: half.end,
      minutes: inHalf(hour, isPair ? minutes : 0, half.half),
      isBare: false,
      isWeak: false,
      half: half.half,
    }
  }
  if (!isPair) return { end, minutes: whole(hour, 0), isBare: true, isWeak: false }
  const named = phraseAt(tokens, end, hourWords)
  // `20.30.2026` and `10.50 €` are no times.
  const goesOn =
    isJoined(tokens, end) &&
    isJoined(tokens, end + 1) &&
    /^[.,:/-]$/.test(tokens[end]?.word ?? "") &&
    numberAt(tokens, end + 1, 4) !== undefined
  if (goesOn && sign === ".") return undefined
  return {
    end: named ?? end,
    minutes: whole(hour, minutes),
    isBare: false,
    isWeak: sign === "." && named === undefined,
  }
}

function halfAt(tokens: readonly Token[], at: number): { end: number; half: "am" | "pm" } | undefined {
  const morning = phraseAt(tokens, at, mornings)
  const end = morning ?? phraseAt(tokens, at, evenings)
  return end === undefined ? undefined : { end, half: morning === undefined ? "pm" : "am" }
}

/** Reads « minuit », where a time is expected. */
function namedClock(tokens: readonly Token[], at: number): Clock | undefined {
  const word = tokens[at]?.word ?? ""
  const hour = /^(?:midi|noon)$/.test(word) ? 12 : /^(?:minuit|midnight|middernacht)$/.test(word) ? 0 : undefined
  return hour === undefined ? undefined : { end: at + 1, minutes: hour * 60, isBare: false, isWeak: false }
}

/** Completes “2–4 pm”, “11-1 pm”. */
function halved(first: Clock, last: Clock): Clock {
  const hour = first.minutes / 60
  if (hour === 0 || hour > 12) return first
  const same = inHalf(hour, 0, last.half ?? "pm")
  return { ...first, minutes: same < last.minutes ? same : inHalf(hour, 0, last.half === "pm" ? "am" : "pm") }
}

/** Skips the point of « 20u. ». */
function pointed(tokens: readonly Token[], at: number): number {
  return tokens[at]?.word === "." && isJoined(tokens, at) && (tokens[at + 1]?.isSpaced ?? true) ? at + 1 : at
}

function inHalf(hour: number, minutes: number, half: "am" | "pm"): number {
  return ((hour % 12) + (half === "pm" ? 12 : 0)) * 60 + minutes
}

function whole(hour: number, minutes: number): number {
  return (hour % 24) * 60 + minutes
}

function wall(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`
}
