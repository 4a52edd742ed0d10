import type { Actor } from "./actor.ts"

export type Relatives = {
  title: "owner" | "member" | "group" | "partner"
  actors: Actor["relations"][number]["actor"][]
}

/** Groups related pages into members, groups they belong to, owners and partners; each page once in a group. */
export function relativesOf(relations: Actor["relations"]): Relatives[] {
  const order = ["owner", "member", "group", "partner"] as const
  const groups = new Map<Relatives["title"], Map<string, Relatives["actors"][number]>>(
    order.map((one) => [one, new Map()]),
  )
  for (const { relation, actor } of relations) {
    // A person in a band and the band of a person are the same relation, seen from both ends.
    const isBelonging = relation === "member" || relation === "group"
    const title = isBelonging
      ? actor.type === "person"
        ? "member"
        : "group"
      : relation === "owner"
        ? "owner"
        : "partner"
    groups.get(title)?.set(actor.fid, actor)
  }
  return [...groups]
    .map(([title, actors]) => ({ title, actors: [...actors.values()] }))
    .filter((group) => group.actors.length > 0)
}
