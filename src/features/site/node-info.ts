import type { AnswerTo } from "#web/api.ts"

type NodeInfo = AnswerTo<"/nodeinfo/2.0">

/** Address of NodeInfo, which browsers may reuse for five minutes (specification §4). */
export const nodeInfoAddress = "/nodeinfo/2.0"

/** Returns this server's additions to NodeInfo, without malformed values. */
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

/** Returns the limits this server publishes, by name. */
export function limitsOf({ metadata }: Pick<NodeInfo, "metadata">): Record<string, number | undefined> {
  const { limits } = metadata
  if (typeof limits !== "object" || limits === null) return {}
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => typeof limit === "number"))
}
