import type { By } from "#features/changes/change.ts"
import type { SignedIn, Viewer } from "./viewer.ts"

/** The relations a person can have to a page; they count once accepted. */
export const relations = ["owner", "member", "assistant", "partner"] as const
export type Relation = (typeof relations)[number]
type Role = "anonymous" | "user" | Relation | "moderator" | "admin"

/**
 * Who may do what (product §4), in one table. The value beside a role is an extra condition: `actor` a published page to act as,
 * `verified` a verified address, `logged` that the action is recorded in the log, `reported` the same and that the subject was
 * reported. A person with a relation to a page is also a `user`, so a relation only adds rights.
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
 * - `connect`: have other programs notified of what changes on a page.
 * - `see_drafts` also messages and audience.
 * - `invite` or remove partners; invite members and assistants.
 * - `govern`: change roles, remove members, rename, transfer, delete.
 */
export type Action = keyof typeof table
export const actions = Object.keys(table) as Action[]

/** The subject of an action: a page, or an event judged by its host and its accepted co-organisers. */
export type Subject = {
  /** The viewer's accepted relations to the subject; several when an event has several organisers. */
  relations?: readonly Relation[]
  /** Whether somebody reported it. */
  isReported?: boolean
  /** Whether it belongs to another server: then nobody here has rights to it, not even moderators and administrators. */
  isElsewhere?: boolean
}

/** The person whose rights are checked: a viewer on the server, or in a page the profile it was given. */
export type Requester = Pick<NonNullable<Viewer>, "actorId" | "isVerified" | "isModerator" | "isAdmin"> | null

/** Tells whether a person may do an action. */
export function may(asker: Requester, action: Action, subject: Subject = {}): boolean {
  return refusalOf(asker, action, subject) === undefined
}

/** Returns the refusal code that tells why a person may not do an action; undefined when they may. */
export function refusalOf(
  asker: Requester,
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

/** Tells whether a person may do an action only as moderator or administrator, so that it must be logged. */
export function isLogged(asker: Requester, action: Action, subject: Subject = {}): boolean {
  const allowed: Partial<Record<Role, string>> = table[action]
  const letting = rolesOf(asker, subject).flatMap((role) => {
    const condition = allowed[role]
    return condition !== undefined && isMet(condition, asker, subject) ? [condition] : []
  })
  return letting.length > 0 && letting.every((condition) => condition === "logged" || condition === "reported")
}

/** Tells whether any action of this person may have to be logged, because they are moderator or administrator. */
export function isModeratorOrAdmin(asker: Requester): boolean {
  return Boolean(asker?.isModerator || asker?.isAdmin)
}

function isMet(condition: string, asker: Requester, subject: Subject): boolean {
  if (condition === "actor") return asker?.actorId != null
  if (condition === "verified") return Boolean(asker?.isVerified)
  return condition !== "reported" || Boolean(subject.isReported)
}

/** Describes the viewer for the log of changes, and whether they acted only by the rights of a moderator or administrator. */
export function doneBy(viewer: SignedIn, action: Action, subject: Subject = {}): By {
  const { userId, actorId } = viewer
  return { userId, actorId, isOffice: isLogged(viewer, action, subject), through: "person" }
}

/** Lists every action a person may do to a subject. Pages receive this list, so that buttons appear only where they work. */
export function actionsOf(asker: Requester, subject: Subject = {}): Action[] {
  return actions.filter((action) => may(asker, action, subject))
}

function rolesOf(asker: Requester, subject: Subject): Role[] {
  if (!asker) return ["anonymous"]
  if (subject.isElsewhere) return ["user"]
  return [
    "user",
    ...(subject.relations ?? []),
    ...(asker.isModerator ? (["moderator"] as const) : []),
    ...(asker.isAdmin ? (["admin"] as const) : []),
  ]
}
