import { useEffect, useState } from "react"
import { useRouteLoaderData } from "react-router"
import type { Api } from "./api.ts"
import type { AnswerTo } from "./api.ts"
import { forgetAll } from "./browser-api.ts"
import { failureOf } from "./problems.ts"

type Profile = AnswerTo<"/api/me/">

// The session as the browser knows it (specification §4). Who is signed in is data of the root route: rendered by the
// server, read again from /api/me/ after every change. The cookie itself no script can see.

/** Someone is signed in exactly when there is a profile. */
export type User = Profile

type Change = "changed" | "cleared"

/** Where a window keeps what an editor held that was left (editing/parted.ts), until whoever typed it signs out. */
export const partedAs = "foyer:parted"

const channelName = "foyer:session"
const listeners = new Set<() => void>()
const askers = new Set<() => void>()
/** As far as is known: what the page in view was rendered for. */
let known: User | null = null
/** Not before a page has been rendered for somebody, nor while it is asked anew who that is. */
let isSure = false
let isCleared = false
let isStale = false
let channel: BroadcastChannel | undefined

/** Who is signed in; null for a visitor. */
export function useUser(): User | null {
  return useRouteLoaderData<{ user: User | null }>("root")?.user ?? null
}

/** Who is signed in, outside of components and in the browser only. */
export const currentUser = (): User | null => known

/** Is it sure, in the browser, that nobody is signed in? What is for people who are need not be asked then. */
export const isVisitor = (): boolean => isCleared || (isSure && !known)

/** Remembers who is signed in, for every part of the page. */
export function keepUser(user: User | null): void {
  known = user
  isSure = true
}

/**
 * Who is signed in, asked of the API. Nobody when that fails, whatever the reason, and nobody after signing out, even if
 * the call that should have ended the session did not arrive. Throws where the line is down: it is to be asked again.
 */
export async function readUser(api: Api): Promise<User | null> {
  isStale = false
  if (isCleared) return null
  return api.get("/api/me/").catch((error) => {
    if (failureOf(error)?.status !== 0) return null
    isStale = true
    throw error
  })
}

/** Is it the code of a call that is for people who are signed in? */
export const needsSignIn = (code = ""): boolean => /^sign_in_needed$|_needs_login$/.test(code)

/** Reads something that only who is signed in may see; null for anyone else, who is shown the way in. */
export async function forUser<Data>(read: () => Promise<Data>): Promise<Data | null> {
  if (isCleared) return null
  try {
    return await read()
  } catch (error) {
    if (needsSignIn(failureOf(error)?.said.code)) return null
    throw error
  }
}

/** Somebody signed in or out, or changed what is known of them: nothing that was kept is theirs, here and in all tabs. */
export function sessionChanged(how: Change = "changed"): void {
  follows(how)
  channel?.postMessage(how) // oxlint-disable-line unicorn/require-post-message-target-origin -- a channel has none
}

/** Has this page ask again who is signed in. Whoever signed out here stays out. */
export function doubtUser(): void {
  forgetAll()
  isSure = false
  isStale = true
}

/** Does the root have to read again who is signed in? */
export const isUserStale = (): boolean => isStale

/** Calls `heard` when the session changed in another tab, or while this page lay in the browser's memory. */
export function onSessionChanged(heard: () => void): () => void {
  listeners.add(heard)
  if (listeners.size === 1) listen()
  return () => {
    listeners.delete(heard)
    if (listeners.size === 0) stop()
  }
}

function listen() {
  if (typeof BroadcastChannel !== "undefined") {
    channel = new BroadcastChannel(channelName)
    channel.addEventListener("message", follow)
  }
  addEventListener("pageshow", wake)
}

function stop() {
  channel?.close()
  channel = undefined
  removeEventListener("pageshow", wake)
}

function follows(how: Change) {
  isCleared = how === "cleared"
  if (isCleared) sessionStorage.removeItem(partedAs)
  doubtUser()
}

function follow({ data: how }: MessageEvent<Change>) {
  follows(how)
  tell()
}

function wake({ persisted }: PageTransitionEvent) {
  if (!persisted) return
  doubtUser()
  tell()
}

function tell() {
  for (const heard of listeners) heard()
}

/** Opens the sign-in dialog over the page in view. */
export function askToSignIn(): void {
  for (const ask of askers) ask()
}

/** Does something at once for who is signed in; a visitor is asked to sign in first, and then it is done. */
export function useOnceSignedIn(act: () => void): () => void {
  const user = useUser()
  const [isWanted, want] = useState(false)
  useEffect(() => {
    if (!user || !isWanted) return
    want(false)
    act()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when somebody is there
  }, [user, isWanted])
  return () => {
    if (user) return act()
    want(true)
    askToSignIn()
  }
}

/** Calls `ask` when someone has to sign in to go on. */
export function onSignInNeeded(ask: () => void): () => void {
  askers.add(ask)
  return () => {
    askers.delete(ask)
  }
}
