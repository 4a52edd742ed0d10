const verbs: Record<string, string> = { get: "get", post: "create", put: "set", patch: "update", delete: "delete" }

/** Last segments that name an action rather than an object; with DELETE they name its undoing. */
const deeds: Record<string, { done: string; undone?: string }> = {
  restore: { done: "restore" },
  merge: { done: "merge" },
  copies: { done: "copy" },
  transfer: { done: "transfer" },
  check: { done: "check" },
  hide: { done: "hide", undone: "unhide" },
  follow: { done: "follow", undone: "unfollow" },
  contact: { done: "writeTo" },
}
/** Last segments that qualify the noun, and so stand before it. */
const adjectives = new Set(["followed", "managed"])

/**
 * Names a call for generated clients (`operationId`) from its method and path: `listFollowedEvents`, `updateEventOccurrence`,
 * `followActor`. The name is as stable as they are. A call whose name would read badly sets its own `operationId` beside its
 * handler.
 * @param isList whether it answers with a list
 */
export function operationName(method: string, path: string, isList: boolean): string {
  const segments = path
    .replace(/^\/(api|\.well-known)\//, "/")
    .replace(/^\/contents\//, "/")
    .split(/[/.]/)
    .filter((segment) => segment && segment !== "json")
  const last = segments.at(-1) ?? ""
  const deed = method === "get" ? undefined : deeds[last]
  const verb = deed ? (method === "delete" ? deed.undone : deed.done) : undefined
  const nouns = verb ? segments.slice(0, -1) : segments
  if (nouns[0] === "me" && nouns.length > 1) nouns[0] = "my"
  if (adjectives.has(last)) nouns.unshift(nouns.pop() as string)
  // A noun that is created, or followed by an id, is singular.
  const isOne = (at: number) => {
    const next = nouns[at + 1]
    return next?.startsWith("{") || (next === undefined && method === "post")
  }
  const words = nouns.flatMap((noun, at) => (noun.startsWith("{") ? [] : [isOne(at) ? singular(noun) : noun]))
  return (verb ?? (isList ? "list" : (verbs[method] ?? method))) + words.map(camel).join("")
}

function singular(noun: string) {
  if (noun.endsWith("ies")) return `${noun.slice(0, -3)}y`
  return /[^s]s$/.test(noun) ? noun.slice(0, -1) : noun
}

function camel(words: string) {
  return words.replaceAll(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase())
}
