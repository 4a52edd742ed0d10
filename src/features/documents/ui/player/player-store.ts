import { useSyncExternalStore } from "react"
import { showPlayer, storedAs } from "./presence.ts"
import type { Track } from "./track.ts"

export const rates = [0.75, 1, 1.25, 1.5, 2] as const
/** Minutes after which it falls silent; at the end of what is played; never. */
export const sleeps = ["off", "15", "30", "60", "end"] as const
export type Sleep = (typeof sleeps)[number]

/** A track in the queue; one that somebody put there follows by itself. */
export type Queued = Track & { isChosen?: boolean }
export type PlayerState = {
  queue: readonly Queued[]
  at: number
  isPlaying: boolean
  /** The sound is being loaded. */
  isWaiting: boolean
  isFailed: boolean
  /** The whole list was asked for: one follows the other. Otherwise it stops at the end of each. */
  goesOn: boolean
  rate: number
  /** 0 to 1 */
  volume: number
  sleep: Sleep
}

const longestQueue = 100
const empty: PlayerState = {
  queue: [],
  at: 0,
  isPlaying: false,
  isWaiting: false,
  isFailed: false,
  goesOn: false,
  rate: 1,
  volume: 1,
  sleep: "off",
}

let state = empty
let time = 0
/** Where to begin once its length is known. */
let begin = 0
let source = 0
let silence: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const clocks = new Set<() => void>()
let element: HTMLAudioElement | undefined

const subscribe = (to: Set<() => void>) => (listen: () => void) => {
  to.add(listen)
  return () => void to.delete(listen)
}

/** What is played, and how. */
export const usePlayer = () =>
  useSyncExternalStore(
    subscribe(listeners),
    () => state,
    () => empty,
  )
/** How far it is (seconds), some four times a second. */
export const useTime = () =>
  useSyncExternalStore(
    subscribe(clocks),
    () => time,
    () => 0,
  )
export const current = ({ queue, at }: PlayerState): Queued | undefined => queue[at]

function set(change: Partial<PlayerState>) {
  state = { ...state, ...change }
  for (const listen of listeners) listen()
}

function tick(to: number) {
  time = to
  for (const listen of clocks) listen()
}

function audio(): HTMLAudioElement {
  if (element) return element
  element = new Audio()
  element.preload = "auto"
  const listen = (name: string, then: () => void) => element?.addEventListener(name, then)
  listen("timeupdate", () => element && begin === 0 && tick(element.currentTime))
  listen("loadedmetadata", () => {
    if (element && begin > 0) element.currentTime = begin
    begin = 0
    tellSystem()
  })
  listen("playing", () => set({ isPlaying: true, isWaiting: false, isFailed: false }))
  listen("waiting", () => set({ isWaiting: true }))
  listen("pause", () => set({ isPlaying: false, isWaiting: false }))
  listen("ended", ended)
  listen("error", failed)
  return element
}

/** Loads what stands at this place of the queue, in the first form that this browser plays. */
function load(at: number, from = 0, form = 0) {
  const track = state.queue[at]
  if (!track) return
  const player = audio()
  const known = track.sources.filter(({ mime }) => player.canPlayType(mime) !== "")
  source = form
  begin = from
  set({ at, isFailed: false })
  tick(from)
  player.src = (known[form] ?? track.sources[0])?.url ?? ""
  player.defaultPlaybackRate = state.rate
  player.playbackRate = state.rate
  player.volume = state.volume * track.gain
  tellSystem()
}

function start() {
  set({ isWaiting: true })
  showPlayer(true)
  // A browser may want to be pressed first: then it stands there, ready.
  audio()
    .play()
    .catch((error: Error) => {
      if (error.name !== "AbortError") set({ isPlaying: false, isWaiting: false })
    })
}

/** Plays one of these; the others stand around it. Pressed again it pauses, and goes on. */
export function play(
  tracks: readonly Track[],
  at: number,
  { from, goesOn = false }: { from?: number; goesOn?: boolean } = {},
) {
  const wanted = tracks[at]
  if (!wanted) return
  if (current(state)?.id === wanted.id && !goesOn) {
    if (from !== undefined) seek(from)
    else return toggle()
    return start()
  }
  const first = Math.max(0, Math.min(at, tracks.length - longestQueue))
  set({ queue: tracks.slice(first, first + longestQueue), goesOn })
  load(at - first, from)
  start()
}

/** Pauses, or goes on. */
export function toggle() {
  if (state.isPlaying) return audio().pause()
  start()
}

/** Puts a track behind what was put there before; it follows by itself. */
export function addToQueue(track: Track) {
  const playing = current(state)
  if (!playing) return play([track], 0)
  if (playing.id === track.id || state.queue.length >= longestQueue) return
  const others = state.queue.filter(({ id }) => id !== track.id)
  const at = others.indexOf(playing)
  const behind = others.findIndex((one, index) => index > at && !one.isChosen)
  const place = behind < 0 ? others.length : behind
  set({ queue: others.toSpliced(place, 0, { ...track, isChosen: true }), at })
}

/** Takes a track out of the queue, but for the one that is played. */
export function removeFromQueue(at: number) {
  if (at === state.at) return
  set({ queue: state.queue.toSpliced(at, 1), at: at < state.at ? state.at - 1 : state.at })
}

/** Plays what stands at this place of the queue. */
export function jump(at: number) {
  load(at)
  start()
}

/** The one before; of one that is under way, its beginning. */
export function back() {
  if (time > 3 || state.at === 0) return seek(0)
  jump(state.at - 1)
}

/** Plays the one after, if there is one. */
export function next() {
  if (state.at < state.queue.length - 1) jump(state.at + 1)
}

/** Seconds; kept within what there is. */
export function seek(to: number) {
  const player = audio()
  const length = lengthOf()
  const there = Math.max(0, length > 0 ? Math.min(to, Math.max(0, length - 0.25)) : to)
  if (player.readyState === 0) begin = there
  else player.currentTime = there
  tick(there)
  tellSystem()
}

/** Of what is played; 0 when it is not known. */
export function lengthOf(): number {
  const known = element?.duration
  return known && Number.isFinite(known) ? known : (current(state)?.duration ?? 0)
}

/** How fast: 1 is as it was recorded. */
export function setRate(rate: number) {
  set({ rate })
  audio().playbackRate = rate
  audio().defaultPlaybackRate = rate
}

/** How loud: 0 to 1, before what is evened out. */
export function setVolume(volume: number) {
  set({ volume })
  audio().volume = volume * (current(state)?.gain ?? 1)
}

/** When it falls silent by itself. */
export function setSleep(sleep: Sleep) {
  clearTimeout(silence)
  set({ sleep })
  if (sleep === "off" || sleep === "end") return
  silence = setTimeout(
    () => {
      audio().pause()
      set({ sleep: "off" })
    },
    Number(sleep) * 60_000,
  )
}

/** Nothing is played any more, and the player goes. */
export function close() {
  clearTimeout(silence)
  audio().pause()
  audio().removeAttribute("src")
  set({ ...empty, rate: state.rate, volume: state.volume })
  tick(0)
  try {
    sessionStorage.removeItem(storedAs)
  } catch {
    // Nothing is kept where nothing may be.
  }
  showPlayer(false)
}

function ended() {
  const following = state.queue[state.at + 1]
  if (state.sleep === "end") set({ sleep: "off" })
  else if (following && (state.goesOn || following.isChosen)) return next()
  set({ isPlaying: false, isWaiting: false })
}

function failed() {
  const track = current(state)
  if (!track || !audio().getAttribute("src")) return
  const forms = track.sources.filter(({ mime }) => audio().canPlayType(mime) !== "")
  if (source + 1 < forms.length) {
    load(state.at, time, source + 1)
    return start()
  }
  set({ isPlaying: false, isWaiting: false, isFailed: true })
}

/** The keys of the keyboard, the lock screen, a watch (Media Session). */
function tellSystem() {
  const track = current(state)
  if (!("mediaSession" in navigator) || !track) return
  const { mediaSession } = navigator
  mediaSession.metadata = new MediaMetadata({
    title: track.title,
    artist: track.by?.name ?? "",
    album: track.album ?? "",
    artwork: track.cover ? [{ src: track.cover, type: "image/jpeg" }] : [],
  })
  const on = (name: MediaSessionAction, act: MediaSessionActionHandler | null) =>
    mediaSession.setActionHandler(name, act)
  on("play", () => start())
  on("pause", () => audio().pause())
  on("previoustrack", () => back())
  on("nexttrack", state.at < state.queue.length - 1 ? () => next() : null)
  on("seekbackward", ({ seekOffset }) => seek(time - (seekOffset ?? 10)))
  on("seekforward", ({ seekOffset }) => seek(time + (seekOffset ?? 10)))
  on("seekto", ({ seekTime }) => seekTime !== undefined && seek(seekTime))
  const duration = lengthOf()
  if (duration > 0)
    mediaSession.setPositionState?.({ duration, playbackRate: state.rate, position: Math.min(time, duration) })
}

/** Another language is another document: it goes on there, where it was. */
function keep() {
  const { queue, at, isPlaying, goesOn, rate, volume } = state
  try {
    if (queue.length > 0)
      sessionStorage.setItem(storedAs, JSON.stringify({ queue, at, isPlaying, goesOn, rate, volume, time }))
  } catch {
    // Then it does not go on.
  }
}

function restore() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storedAs) ?? "null") as (PlayerState & { time: number }) | null
    if (!kept || kept.queue.length === 0) return
    const { queue, at, goesOn, rate, volume, isPlaying } = kept
    set({ queue, goesOn, rate, volume })
    load(at, kept.time)
    if (isPlaying) start()
  } catch {
    // What cannot be read is not there.
  }
}

/** Takes up what this tab played before, and keeps it for the document that comes after. Once, when the player is there. */
export function begins(): () => void {
  if (state.queue.length === 0) restore()
  addEventListener("pagehide", keep)
  return () => removeEventListener("pagehide", keep)
}
