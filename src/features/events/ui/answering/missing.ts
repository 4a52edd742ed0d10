import type { User } from "#web/session.ts"

/** What somebody lacks before they can answer: an account, a page of their name, or that their page is published. */
export type Missing = { what: "account" } | { what: "page" } | { what: "publishing"; fid: string; name: string }

/** The persons one may answer as: published, or waiting for an address to be confirmed. */
export function peopleOf(user: User) {
  return ownPersons(user).filter(({ status, awaits_address }) => status === "published" || awaits_address)
}

/** What has to be asked for before this reader can answer; undefined when nothing has. */
export function missingOf(user: User | null): Missing | undefined {
  if (!user) return { what: "account" }
  if (peopleOf(user).length > 0) return undefined
  const draft = ownPersons(user).find(({ status }) => status === "draft")
  return draft ? { what: "publishing", fid: draft.fid, name: draft.name } : { what: "page" }
}

function ownPersons(user: User) {
  return user.actors.filter(({ type, relation }) => type === "person" && relation === "owner")
}
