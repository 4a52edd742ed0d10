import { isNode, isSchemaEvent, list, type Node } from "./schema-org.ts"
import { isOnlyDate } from "./schema-part.ts"
import { textOf } from "../reading/text.ts"

type Found = { node: Node; position: number }

const references = ["location", "organizer", "performer", "offers"]
/** Most referenced places and people, and most events waiting for them, that are held in memory. */
const mostHeld = 50_000

/**
 * Collects every event of the nodes it is passed, including those in `@graph`, in lists, and in places and festivals, and
 * resolves `@id` references. An event that refers to a missing node is held until all nodes have come.
 */
export function linkedEvents() {
  const byId = new Map<string, Node>()
  const held: Found[] = []
  const isMissing = (value: unknown) =>
    isReference(value) && !byId.has(textOf(value["@id"]) ?? "") && held.length < mostHeld
  const resolved = (node: Node): Node => {
    const resolve = (value: unknown) => (isReference(value) ? (byId.get(textOf(value["@id"]) ?? "") ?? value) : value)
    const linked = references.flatMap((key) => {
      const value = node[key]
      if (!value) return []
      return [[key, Array.isArray(value) ? value.map(resolve) : resolve(value)]]
    })
    return { ...node, ...Object.fromEntries(linked) }
  }

  return {
    /** Takes a node; returns its events that can be read now, and how many have to wait. */
    take(document: Node, nextPosition: () => number): { ready: Found[]; held: number } {
      const events: Node[] = []
      walk(document, 0, (node) => {
        const id = textOf(node["@id"])
        const isEvent = isSchemaEvent(node)
        if (id && !isEvent && Object.keys(node).length > 1 && !byId.has(id) && byId.size < mostHeld) byId.set(id, node)
        if (isEvent) events.push(node)
      })
      const ready: Found[] = []
      let waiting = 0
      const parents = new Map(events.flatMap((parent) => list(parent.subEvent).map((part) => [part, parent] as const)))
      // A sub-event without a name, or named like its parent, is a date of that parent rather than an event of its own.
      const isDate = (node: Node) => parents.has(node) && isOnlyDate(node, parents.get(node) as Node)
      for (const node of events.filter((node) => !isDate(node))) {
        const found = { node, position: nextPosition() }
        if (references.some((key) => list(node[key]).some(isMissing))) {
          held.push(found)
          waiting++
        } else ready.push({ ...found, node: resolved(node) })
      }
      return { ready, held: waiting }
    },
    *end(): Generator<Found> {
      for (const { node, position } of held.splice(0)) yield { node: resolved(node), position }
    },
  }
}

function isReference(value: unknown): value is Node {
  return isNode(value) && "@id" in value && Object.keys(value).length === 1
}

function walk(value: unknown, depth: number, visit: (node: Node) => void) {
  if (depth > 32 || typeof value !== "object" || value === null) return
  if (Array.isArray(value)) {
    for (const each of value) walk(each, depth + 1, visit)
    return
  }
  visit(value as Node)
  for (const [key, each] of Object.entries(value)) if (key !== "superEvent") walk(each, depth + 1, visit)
}
