import { isEngagement } from "./conflicts.ts"
import { isLong, onDay, type Placed, type SheetEntry, isOfOthers } from "./sheet.ts"

/** Minutes of a day, from its midnight; a night goes on after 24 hours. */
export type Block = { entry: Placed; from: number; to: number; lane: number; lanes: number }
/** A day of a week: what has no hour, what has one, and how many there was no room for. */
export type WeekDay = { date: string; whole: Placed[]; blocks: Block[]; further: number }

/** So many stand side by side: of what takes one's time, and with all else. */
const [busyLanes, mostLanes] = [3, 2]
/** What goes on for so many minutes is no block among others, it is what the day is about. */
const longBlock = 16 * 60
/** What is shorter is drawn so long: it has to be read, and pressed. */
const shortest = 60

/** The hours a week is drawn with: from ten to midnight, and further where something is. */
export function hoursOf(days: readonly WeekDay[]): { from: number; to: number } {
  const blocks = days.flatMap((day) => day.blocks)
  const even = (hour: number) => hour - (hour % 2)
  const from = Math.min(10, ...blocks.map((one) => even(Math.floor(one.from / 60))))
  const to = Math.max(24, ...blocks.map((one) => Math.ceil(one.to / 60)))
  return { from, to: to + (to % 2) }
}

/** The days of a week, as they are drawn. */
export function weekOf(entries: readonly SheetEntry[], days: readonly string[]): WeekDay[] {
  return days.map((date) => {
    const there = onDay(entries, date)
    const isWhole = (one: Placed) => one.event.all_day || one.last > one.first || lengthOf(one) >= longBlock
    const timed = there.filter((one) => !isWhole(one))
    // What is on for longer stands on its first and last day, and once below.
    const whole = there.filter((one) => isWhole(one) && (!isLong(one) || one.first === date || one.last === date))
    return { date, whole, ...laid(timed) }
  })
}

/** Side by side where they are at the same time: one's own first, and as many as can be read. */
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

/** What takes one's time has its place before what one may go to, and that before what others do or one declined. */
function rankOf(entry: Placed) {
  const { event, layers, answer, date, until } = entry
  if (isEngagement({ event, layers, answer, date, until })) return 0
  return isOfOthers(entry) || answer === "declined" ? 2 : 1
}

/** Those that touch each other, directly or by others, share the width. */
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

/** By the clocks of the place: on the night clocks go back an hour is as long as it reads. */
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
