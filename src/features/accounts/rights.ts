import type { By } from "#features/changes/change.ts"
import type { SignedIn, Viewer } from "./viewer.ts"

/** What a person can be to a page, by an accepted relation. */
export const relations = ["owner", "member", "assistant", "partner"] as const
export type Relation = (typeof relations)[number]
type Role = "anonymous" | "user" | Relation | "moderator" | "admin"

/**
 * Who may do what (product §4): the one table. Beside a role stands what it takes on top: `actor` a published page to speak
 * as, `verified` a verified address, `logged` that it is written down, `reported` that too, and that somebody complained.
 * Whoever has a page in hand is a user too, so a relation only adds.
 */
const table = {
  see_published: { anonymous: "", user: "" },
  follow: { user: "" },
  attend: { user: "actor" },
  create_page: { user: "" },
  see_drafts: { assistant: "", member: "", owner: "", moderator: "reported", admin: "logged" },
  edit: { assistant: "", member: "", owner: "", admin: "logged" },
  publish: { assistant: "verified", member: "verified", owner: "verified", admin: "logged" },
  connect: { assistant: "verified", member: "verified", owner: "verified", admin: "logged" },
  hide: { moderator: "", admin: "logged" },
  invite: { assistant: "verified", member: "verified", owner: "verified", admin: "" },
  govern: { owner: "", admin: "logged" },
  moderate: { moderator: "", admin: "" },
  administer: { admin: "" },
} as const satisfies Record<string, Partial<Record<Role, "" | "actor" | "verified" | "reported" | "logged">>>

/**
 * - `edit` a page, its media and links; create, edit and cancel its events. `publish` makes them public.
 * - `connect`: have other programs told what changes on a page.
 * - `see_drafts` also messages and audience.
 * - `invite` or remove partners; invite members and assistants.
 * - `govern`: change roles, remove members, rename, transfer, delete.
 */
export type Action = keyof typeof table
export const actions = Object.keys(table) as Action[]

/** What an action is about: a page, or an event seen through its host and accepted co-organisers. */
export type Subject = {
  /** What the viewer is to it, accepted; several when an event has several hands. */
  relations?: readonly Relation[]
  /** Somebody complained about it. */
  isReported?: boolean
  /** It is of somebody elsewhere: nobody here has it in hand, whatever their office. */
  isElsewhere?: boolean
}

/** Whoever asks, as far as rights go: a viewer, or on a page the profile it was given. */
export type Asker = Pick<NonNullable<Viewer>, "actorId" | "isVerified" | "isModerator" | "isAdmin"> | null

/** May they? */
export function may(asker: Asker, action: Action, subject: Subject = {}): boolean {
  return refusalOf(asker, action, subject) === undefined
}

/** Why they may not, as a refusal's code; undefined when they may. */
export function refusalOf(
  asker: Asker,
  action: Action,
  subject: Subject = {},
): "sign_in_needed" | "not_allowed" | "actor_needed" | "email_unverified" | undefined {
  const allowed: Partial<Record<Role, string>> = table[action]
  const granted = rolesOf(asker, subject).flatMap((role) => (allowed[role] === undefined ? [] : [allowed[role]]))
  if (granted.length === 0) return asker ? "not_allowed" : "sign_in_needed"
  if (granted.some((condition) => isMet(condition, asker, subject))) return undefined
  if (granted.includes("actor")) return "actor_needed"
  return granted.includes("verified") ? "email_unverified" : "not_allowed"
}

/** Is it only an office, a moderator's or an administrator's, that lets them, so that it has to be written down? */
export function isLogged(asker: Asker, action: Action, subject: Subject = {}): boolean {
  const allowed: Partial<Record<Role, string>> = table[action]
  const letting = rolesOf(asker, subject).flatMap((role) => {
    const condition = allowed[role]
    return condition !== undefined && isMet(condition, asker, subject) ? [condition] : []
  })
  return letting.length > 0 && letting.every((condition) => condition === "logged" || condition === "reported")
}

/** Whoever may have to be written down, whatever it is about. */
export function holdsOffice(asker: Asker): boolean {
  return Boolean(asker?.isModerator || asker?.isAdmin)
}

function isMet(condition: string, asker: Asker, subject: Subject): boolean {
  if (condition === "actor") return asker?.actorId != null
  if (condition === "verified") return Boolean(asker?.isVerified)
  return condition !== "reported" || Boolean(subject.isReported)
}

/** Somebody as the log of changes names them, with whether it took the rights of their office to do it. */
export function doneBy(viewer: SignedIn, action: Action, subject: Subject = {}): By {
  const { userId, actorId } = viewer
  return { userId, actorId, isOffice: isLogged(viewer, action, subject), through: "person" }
}

/** Everything they may do to it: what pages are served, so that buttons appear only where they work. */
export function actionsOf(asker: Asker, subject: Subject = {}): Action[] {
  return actions.filter((action) => may(asker, action, subject))
}

function rolesOf(asker: Asker, subject: Subject): Role[] {
  if (!asker) return ["anonymous"]
  if (subject.isElsewhere) return ["user"]
  return [
    "user",
    ...(subject.relations ?? []),
    ...(asker.isModerator ? (["moderator"] as const) : []),
    ...(asker.isAdmin ? (["admin"] as const) : []),
  ]
}
