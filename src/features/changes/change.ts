import type { ChangeKind } from "./kinds.ts"

/** How a change came about: made by a person, by a schedule, by an import, or as sample content. */
export const changeOrigins = ["person", "schedule", "import", "sample"] as const

/** Who made the change: a user, and the page they acted as. Both are null when the system made it. */
export type By = {
  userId: number | null
  actorId: number | null
  /** True when an administrator or moderator acted by right of their office. */
  isOffice: boolean
  through: (typeof changeOrigins)[number]
}

/** What was changed, by its id. */
export type Subject = { event: number } | { actor: number } | { agenda: number } | { user: number }

/** One change of something that people can see, or could see before. */
export type Changed = {
  by: By
  subject: Subject
  kind: ChangeKind
  /** True when everybody could see the subject before, or can see it now: cached answers about it are then stale. */
  isPublic: boolean
  /** The state before and after, or the parts of it that matter; their differences are logged. */
  before?: object | undefined
  after?: object | undefined
  /** Fields that not every reader of the journal may see: they are logged by name only. */
  unseen?: string[] | undefined
  /** Further facts needed to notify people of the change. */
  noticeContext?: NoticeContext | undefined
}

export type NoticeContext = {
  /** Ids of the users whose attendance was lost with a removed date. */
  lost?: number[]
  /** Why the event, or some of its dates, was taken off the agenda, if a reason was given. */
  reason?: string | null | undefined
  /** False when followers do not get a notice for every single change. */
  toFollowers?: boolean
  /** True when the notices must outlive the subject, which is deleted for good. */
  outlives?: boolean
  /** An invitation that waits for somebody who has an account. */
  invitation?: { id: number; relation: string } | undefined
  /** A claim that was decided. */
  claim?: { id: number; status: "accepted" | "refused"; answer: string | null }
}

/** The changed fields, each with its value before and after. Long texts are listed by name only. */
export type ChangedFields = Record<string, [unknown, unknown] | []>

/** A change as it is stored in the log. */
export type LoggedChange = Pick<Changed, "subject" | "kind" | "isPublic" | "by"> & {
  id: number
  fields: ChangedFields
  created: Date
}

/** Returns the author of a change that the system makes by itself. */
export function bySystem(through: Exclude<By["through"], "person">): By {
  return { userId: null, actorId: null, isOffice: false, through }
}

/** Returns the author of a change made by a user whose rights were checked earlier, and who may have left since. */
export function byPerson(userId: number): By {
  return { userId, actorId: null, isOffice: false, through: "person" }
}

/** Returns the ids of the events among the subjects of the changes, each once. */
export function eventsIn(changes: readonly Pick<Changed, "subject">[]): number[] {
  return [...new Set(changes.flatMap(({ subject }) => ("event" in subject ? [subject.event] : [])))]
}

/** Returns the ids of the actors among the subjects of the changes, each once. */
export function actorsIn(changes: readonly Pick<Changed, "subject">[]): number[] {
  return [...new Set(changes.flatMap(({ subject }) => ("actor" in subject ? [subject.actor] : [])))]
}
