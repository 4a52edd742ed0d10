import type { ComponentType } from "react"
import { inScript } from "../meta.tsx"
import { onceFor } from "./once-for.ts"

/**
 * What the router carries in place of a page's data. The router's own encoding (turbo-stream) was a fifth of the work of
 * rendering an agenda; writing the same as JSON is a fiftieth.
 */
export type InDocument = { inDocument: string }

const elementId = "page-data"
/** On the server what was read, in the browser what was parsed: once for each document. */
const known = new WeakMap<InDocument, unknown>()

/** Leaves data to the document. Only what JSON holds. */
export function intoDocument(data: unknown): InDocument {
  const carried = { inDocument: elementId }
  known.set(carried, data)
  return carried
}

/** A page of a route whose loader uses `intoDocument`; what its `clientLoader` read it is given as it is. */
export function fromDocument<Data>(Page: ComponentType<{ loaderData: Data }>) {
  return function PageFromDocument({ loaderData }: { loaderData: Data | InDocument }) {
    const data = isInDocument(loaderData) ? (opened(loaderData) as Data) : loaderData
    return (
      <>
        <Page loaderData={data} />
        {isInDocument(loaderData) && (
          <script
            id={elementId}
            type="application/json"
            // The browser takes what stands there as it is.
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? written(data as object) : "" }}
          />
        )}
      </>
    )
  }
}

/** Its large parts are what many pages are made of at once. */
const partWritten = onceFor(inScript)

function written(data: object) {
  const parts = Object.entries(data).filter(([, part]) => part !== undefined)
  const inText = (part: unknown) => (typeof part === "object" && part ? partWritten(part) : inScript(part))
  return `{${parts.map(([name, part]) => `"${name}":${inText(part)}`).join()}}`
}

function isInDocument(data: unknown): data is InDocument {
  return typeof data === "object" && data !== null && "inDocument" in data
}

function opened(carried: InDocument): unknown {
  if (!known.has(carried)) known.set(carried, JSON.parse(document.getElementById(elementId)?.textContent ?? "null"))
  return known.get(carried)
}
