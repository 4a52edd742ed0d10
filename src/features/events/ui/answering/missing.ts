import type { User } from "#web/session/session.ts"

/** What a person lacks before they can answer: an account, a page of their own, or its publication. */
export type Missing = { what: "account" } | { what: "page" } | { what: "publishing"; fid: string; name: string }

/** Returns the persons a user may answer as: published, or waiting for an address to be confirmed. */
export function peopleOf(user: User) {
  return ownPersons(user).filter(({ status, awaits_address }) => status === "published" || awaits_address)
}

/** Returns what this reader lacks before answering; undefined when nothing is missing. */
export function missingOf(user: User | null): Missing | undefined {
  if (!user) return { what: "account" }
  if (peopleOf(user).length > 0) return undefined
  const draft = ownPersons(user).find(({ status }) => status === "draft")
  return draft ? { what: "publishing", fid: draft.fid, name: draft.name } : { what: "page" }
}

function ownPersons(user: User) {
  return user.actors.filter(({ type, relation }) => type === "person" && relation === "owner")
}
