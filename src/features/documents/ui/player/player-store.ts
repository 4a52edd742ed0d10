import { useSyncExternalStore } from "react"
import { showPlayer, storageKey } from "./presence.ts"
import type { Track } from "./track.ts"

export const rates = [0.75, 1, 1.25, 1.5, 2] as const
/** The sleep timer: never, after a number of minutes, or at the end of the track. */
export const sleeps = ["off", "15", "30", "60", "end"] as const
export type Sleep = (typeof sleeps)[number]

/** A track in the queue; one that the user added follows automatically. */
export type Queued = Track & { isChosen?: boolean }
export type PlayerState = {
  queue: readonly Queued[]
  at: number
  isPlaying: boolean
  /** Whether the sound is loading. */
  isWaiting: boolean
  isFailed: boolean
  /** Whether a whole list is played, one track after another; otherwise it stops at the end of each. */
  goesOn: boolean
  rate: number
  /** Volume, 0 to 1. */
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
/** Position in seconds at which to start once the duration is known. */
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

/** Returns the state of the player, and follows its changes. */
export const usePlayer = () =>
  useSyncExternalStore(
    subscribe(listeners),
    () => state,
    () => empty,
  )
/** Returns the position in seconds, updated about four times a second. */
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

/** Loads a track of the queue, in the first format this browser can play. */
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
  // A browser may refuse to play before a press; then the track stays loaded and paused.
  audio()
    .play()
    .catch((error: Error) => {
      if (error.name !== "AbortError") set({ isPlaying: false, isWaiting: false })
    })
}

/** Plays one of these tracks and queues the others; pauses or resumes it if it is the current one. */
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

/** Pauses or resumes. */
export function toggle() {
  if (state.isPlaying) return audio().pause()
  start()
}

/** Queues a track after those the user added before; it follows automatically. */
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

/** Removes a track from the queue, except the current one. */
export function removeFromQueue(at: number) {
  if (at === state.at) return
  set({ queue: state.queue.toSpliced(at, 1), at: at < state.at ? state.at - 1 : state.at })
}

/** Plays the track at this position of the queue. */
export function jump(at: number) {
  load(at)
  start()
}

/** Returns to the start of the current track, or to the previous track if it has just begun. */
export function back() {
  if (time > 3 || state.at === 0) return seek(0)
  jump(state.at - 1)
}

/** Plays the next track, if there is one. */
export function next() {
  if (state.at < state.queue.length - 1) jump(state.at + 1)
}

/** Seeks to a position in seconds, limited to the track's duration. */
export function seek(to: number) {
  const player = audio()
  const length = lengthOf()
  const there = Math.max(0, length > 0 ? Math.min(to, Math.max(0, length - 0.25)) : to)
  if (player.readyState === 0) begin = there
  else player.currentTime = there
  tick(there)
  tellSystem()
}

/** Returns the duration of the current track in seconds; 0 when unknown. */
export function lengthOf(): number {
  const known = element?.duration
  return known && Number.isFinite(known) ? known : (current(state)?.duration ?? 0)
}

/** Sets the speed; 1 is as recorded. */
export function setRate(rate: number) {
  set({ rate })
  audio().playbackRate = rate
  audio().defaultPlaybackRate = rate
}

/** Sets the volume, 0 to 1, before loudness is evened out. */
export function setVolume(volume: number) {
  set({ volume })
  audio().volume = volume * (current(state)?.gain ?? 1)
}

/** Sets the sleep timer. */
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

/** Stops playing and removes the player. */
export function close() {
  clearTimeout(silence)
  audio().pause()
  audio().removeAttribute("src")
  set({ ...empty, rate: state.rate, volume: state.volume })
  tick(0)
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Storage may be blocked; then nothing was stored.
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

/** Reports the track to keyboards, lock screens and watches (Media Session). */
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

/** Switching the language loads another document, where playing continues. */
function keep() {
  const { queue, at, isPlaying, goesOn, rate, volume } = state
  try {
    if (queue.length > 0)
      sessionStorage.setItem(storageKey, JSON.stringify({ queue, at, isPlaying, goesOn, rate, volume, time }))
  } catch {
    // Without storage it does not continue.
  }
}

function restore() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as (PlayerState & { time: number }) | null
    if (!kept || kept.queue.length === 0) return
    const { queue, at, goesOn, rate, volume, isPlaying } = kept
    set({ queue, goesOn, rate, volume })
    load(at, kept.time)
    if (isPlaying) start()
  } catch {
    // Unreadable state is ignored.
  }
}

/** Resumes what this tab played before, and stores it for the next document. Called once, when the player is mounted. */
export function persistPlayer(): () => void {
  if (state.queue.length === 0) restore()
  addEventListener("pagehide", keep)
  return () => removeEventListener("pagehide", keep)
}
