import type { ActorType } from "../actor-types.ts"

/**
 * Names a relation for words about it, seen from the page that has it: the group that a person adds to their page is where they
 * belong, and the people that a group adds are its line-up.
 */
export function relationWord<Relation extends string>(relation: Relation, page: ActorType): Relation | "belonging" {
  return relation === "group" && page === "person" ? "belonging" : relation
}
