import { useEffect, useState } from "react"
import { useRouteLoaderData } from "react-router"
import type { Api } from "../api.ts"
import type { AnswerTo } from "../api.ts"
import { forgetAll } from "../api/browser-api.ts"
import { failureOf } from "../api/problems.ts"

type Profile = AnswerTo<"/api/me/">

// The session as the browser knows it (specification §4). The signed-in user is data of the root route: rendered by the server,
// read again from /api/me/ after every change. Scripts cannot see the cookie itself.

/** The signed-in user's profile. */
export type User = Profile

type Change = "changed" | "cleared"

/** Session storage key of an editor's content when its page was left (editing/left-form.ts); removed when its author signs out. */
export const leftFormKey = "foyer:parted"

const channelName = "foyer:session"
const askers = new Set<() => void>()
/** The user whom the present page was rendered for. */
let known: User | null = null
/** False until a page has been rendered, and while the user is being read again. */
let isSure = false
let isCleared = false
let isStale = false
let channel: BroadcastChannel | undefined

/** Returns the signed-in user; null for a visitor. */
export function useUser(): User | null {
  return useRouteLoaderData<{ user: User | null }>("root")?.user ?? null
}

/** Returns the signed-in user outside components, in the browser only. */
export const currentUser = (): User | null => known

/** Returns whether it is certain, in the browser, that nobody is signed in, so that data for users need not be requested. */
export const isVisitor = (): boolean => isCleared || (isSure && !known)

/** Records the signed-in user for every part of the page. */
export function setUser(user: User | null): void {
  known = user
  isSure = true
}

/**
 * Reads the signed-in user from the API. Null when that fails, whatever the reason, and after signing out, even if the call to
 * end the session did not arrive.
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

/** Returns whether a refusal code means that the call requires a session. */
const needsSignIn = (code = ""): boolean => /^sign_in_needed$|_needs_login$/.test(code)

/** Reads data that only a signed-in user may see; null for a visitor, who is shown how to sign in. */
export async function forUser<Data>(read: () => Promise<Data>): Promise<Data | null> {
  if (isCleared) return null
  try {
    return await read()
  } catch (error) {
    if (needsSignIn(failureOf(error)?.said.code)) return null
    throw error
  }
}

/** Records that somebody signed in or out, or changed their profile: cached answers are dropped, in this and all other tabs. */
export function sessionChanged(how: Change = "changed"): void {
  follows(how)
  channel?.postMessage(how) // oxlint-disable-line unicorn/require-post-message-target-origin -- a channel has none
}

/** Makes this page read the signed-in user again. After signing out here, the user stays signed out. */
export function invalidateUser(): void {
  forgetAll()
  isSure = false
  isStale = true
}

/** Returns whether the root must read the signed-in user again. */
export const isUserStale = (): boolean => isStale

/**
 * Calls `heard` when the session changed in another tab, or while this page was in the back/forward cache. There is one listener
 * in a document.
 */
export function onSessionChanged(heard: () => void): () => void {
  const wake = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    invalidateUser()
    heard()
  }
  if (typeof BroadcastChannel !== "undefined") {
    channel = new BroadcastChannel(channelName)
    channel.addEventListener("message", ({ data: how }: MessageEvent<Change>) => {
      follows(how)
      heard()
    })
  }
  addEventListener("pageshow", wake)
  return () => {
    channel?.close()
    channel = undefined
    removeEventListener("pageshow", wake)
  }
}

function follows(how: Change) {
  isCleared = how === "cleared"
  if (isCleared) sessionStorage.removeItem(leftFormKey)
  invalidateUser()
}

/** Opens the sign-in dialog over the present page. */
export function askToSignIn(): void {
  for (const ask of askers) ask()
}

/** Opens the sign-in dialog if a call was refused because the session of the user on screen has ended. */
export function askIfSessionEnded(code: string | undefined): void {
  if (known && needsSignIn(code)) askToSignIn()
}

/** Returns a function that acts at once for a signed-in user; a visitor is asked to sign in first, and then it acts. */
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

/** Calls `ask` when somebody has to sign in to go on. */
export function onSignInNeeded(ask: () => void): () => void {
  askers.add(ask)
  return () => {
    askers.delete(ask)
  }
}
