import { isEngagement } from "./conflicts.ts"
import { isLong, onDay, type Placed, type SheetEntry, isOnlyFollowed } from "./sheet.ts"

/** An entry laid out in a day. Times are minutes from the day's midnight; a night goes on past 24 hours. */
export type Block = { entry: Placed; from: number; to: number; lane: number; lanes: number }
/** A day of a week: entries without an hour, entries with one, and the number left out for lack of room. */
export type WeekDay = { date: string; whole: Placed[]; blocks: Block[]; further: number }

/** Most blocks side by side: of engagements alone, and including all other entries. */
const [busyLanes, mostLanes] = [3, 2]
/** An entry of this many minutes or more is shown for the whole day instead of as a block. */
const longBlock = 16 * 60
/** Shortest block in minutes: it has to be read and pressed. */
const shortest = 60

/** Returns the hours a week is drawn with: ten to midnight, and beyond where there are entries. */
export function hoursOf(days: readonly WeekDay[]): { from: number; to: number } {
  const blocks = days.flatMap((day) => day.blocks)
  const even = (hour: number) => hour - (hour % 2)
  const from = Math.min(10, ...blocks.map((one) => even(Math.floor(one.from / 60))))
  const to = Math.max(24, ...blocks.map((one) => Math.ceil(one.to / 60)))
  return { from, to: to + (to % 2) }
}

/** Lays out the days of a week. */
export function weekOf(entries: readonly SheetEntry[], days: readonly string[]): WeekDay[] {
  return days.map((date) => {
    const there = onDay(entries, date)
    const isWhole = (one: Placed) => one.event.all_day || one.last > one.first || lengthOf(one) >= longBlock
    const timed = there.filter((one) => !isWhole(one))
    // An entry longer than a week appears on its first and last day, and once more below.
    const whole = there.filter((one) => isWhole(one) && (!isLong(one) || one.first === date || one.last === date))
    return { date, whole, ...laid(timed) }
  })
}

/** Puts simultaneous entries side by side: the person's own first, and as many as remain readable. */
function laid(entries: Placed[]): { blocks: Block[]; further: number } {
  const spans = entries
    .map((entry) => ({ entry, ...minutesOf(entry) }))
    .sort((a, b) => rankOf(a.entry) - rankOf(b.entry) || a.from - b.from)
  const lanes: { from: number; to: number }[][] = []
  const blocks: Block[] = []
  for (const span of spans) {
    const isFree = (lane: { from: number; to: number }[]) =>
      lane.every((other) => other.to <= span.from || span.to <= other.from)
    let lane = lanes.findIndex(isFree)
    if (lane < 0 && lanes.length < (rankOf(span.entry) === 0 ? busyLanes : mostLanes)) lane = lanes.push([]) - 1
    if (lane < 0) continue
    lanes[lane]?.push(span)
    blocks.push({ ...span, lane, lanes: 1 })
  }
  blocks.sort((a, b) => a.from - b.from || a.lane - b.lane)
  widen(blocks)
  return { blocks, further: entries.length - blocks.length }
}

/** Ranks engagements first, then events the person may attend, then declined ones and those of followed pages. */
function rankOf(entry: Placed) {
  const { event, layers, answer, date, until } = entry
  if (isEngagement({ event, layers, answer, date, until })) return 0
  return isOnlyFollowed(entry) || answer === "declined" ? 2 : 1
}

/** Shares the width among blocks that overlap, directly or through others. */
function widen(blocks: Block[]) {
  let group: Block[] = []
  let end = Number.NEGATIVE_INFINITY
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1
    for (const block of group) block.lanes = lanes
    group = []
  }
  for (const block of blocks) {
    if (block.from >= end) close()
    group.push(block)
    end = Math.max(end, block.to)
  }
  close()
}

/** Returns the minutes by the clocks of the place. On the night clocks go back, a block is as long as its times read. */
function minutesOf({ date, until }: SheetEntry): { from: number; to: number } {
  const from = clock(date.start)
  const days = (Date.parse(until.slice(0, 10)) - Date.parse(date.start.slice(0, 10))) / 86_400_000
  return { from, to: Math.min(30 * 60, Math.max(from + shortest, clock(until) + days * 24 * 60)) }
}

function lengthOf(entry: SheetEntry) {
  const { from, to } = minutesOf(entry)
  return to - from
}

function clock(iso: string) {
  return Number(iso.slice(11, 13)) * 60 + Number(iso.slice(14, 16))
}
