import type { ChangeKind } from "./kinds.ts"

/** How a change came about: by somebody's hand, by the clock, by an import, as sample content. */
export const ways = ["person", "schedule", "import", "sample"] as const

/** Who did it: a person, and as which page; nobody, where the machine did. */
export type By = {
  userId: number | null
  actorId: number | null
  /** An administrator used the rights of the office. */
  isOffice: boolean
  through: (typeof ways)[number]
}

/** What was changed, by its number. */
export type Subject = { event: number } | { actor: number } | { agenda: number } | { user: number }

/** One thing that people can see, or could, and that is different now. */
export type Changed = {
  by: By
  subject: Subject
  kind: ChangeKind
  /** Could everybody see it before, or can they now? What was cached of it is stale then. */
  isPublic: boolean
  /** As it was and as it is, or what matters of that; what differs is written down. */
  before?: object | undefined
  after?: object | undefined
  /** What differs in a way that not everybody who reads of it may see: it is only named. */
  unseen?: string[] | undefined
  /** What those who are told have to know beside. */
  telling?: Telling | undefined
}

export type Telling = {
  /** Whose answer went with a date that was taken away. */
  lost?: number[]
  /** Why it, or dates of it, were taken off the agenda, if they were. */
  reason?: string | null | undefined
  /** False where followers are not told of each and every one. */
  toFollowers?: boolean
  /** What people are told outlives the thing itself, which goes for good. */
  outlives?: boolean
  /** Of an invitation that waits for somebody who has an account. */
  invitation?: { id: number; relation: string } | undefined
  /** Of a claim that was decided. */
  claim?: { id: number; status: "accepted" | "refused"; answer: string | null }
}

/** What was changed: of each field what it was and what it is. Long texts are only named. */
export type ChangedFields = Record<string, [unknown, unknown] | []>

/** A change as the log keeps it. */
export type LoggedChange = Pick<Changed, "subject" | "kind" | "isPublic" | "by"> & {
  id: number
  fields: ChangedFields
  created: Date
}

/** What the machine does by itself. */
export function bySystem(through: Exclude<By["through"], "person">): By {
  return { userId: null, actorId: null, isOffice: false, through }
}

/** What a person did whose rights were judged before, and who may have left since. */
export function byPerson(userId: number): By {
  return { userId, actorId: null, isOffice: false, through: "person" }
}

/** The numbers of those changes that are about events, each once. */
export function eventsIn(changes: readonly Pick<Changed, "subject">[]): number[] {
  return [...new Set(changes.flatMap(({ subject }) => ("event" in subject ? [subject.event] : [])))]
}

/** The numbers of those changes that are about pages, each once. */
export function actorsIn(changes: readonly Pick<Changed, "subject">[]): number[] {
  return [...new Set(changes.flatMap(({ subject }) => ("actor" in subject ? [subject.actor] : [])))]
}
