import type { AnswerTo } from "#web/api.ts"

type NodeInfo = AnswerTo<"/nodeinfo/2.0">

/** Specification §4: reused for five minutes in the browser. */
export const nodeInfoAddress = "/nodeinfo/2.0"

/** What this server adds to NodeInfo, as far as it can be read. */
export function metadataOf({ metadata }: Pick<NodeInfo, "metadata">) {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined)
  const number = (value: unknown) => (typeof value === "number" ? value : undefined)
  return {
    languages: Array.isArray(metadata.languages) ? metadata.languages.map(String) : [],
    timezone: text(metadata.timezone),
    contact: text(metadata.contact),
    source: text(metadata.source),
    actors: number(metadata.actors),
    places: number(metadata.places),
  }
}

/** The limits this server tells, by name. */
export function limitsOf({ metadata }: Pick<NodeInfo, "metadata">): Record<string, number | undefined> {
  const { limits } = metadata
  if (typeof limits !== "object" || limits === null) return {}
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => typeof limit === "number"))
}
