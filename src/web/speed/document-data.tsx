import type { ComponentType } from "react"
import { inScript } from "../page/meta.tsx"
import { onceFor } from "./once-for.ts"

/**
 * Stands for a page's data in the router's own state. The router's encoding (turbo-stream) took a fifth of the work of rendering
 * an agenda; writing the same as JSON takes a fiftieth.
 */
export type InDocument = { inDocument: string }

const elementId = "page-data"
/** The data by its placeholder: on the server as read, in the browser as parsed once for each document. */
const known = new WeakMap<InDocument, unknown>()

/** Leaves data to the document. Only values that JSON can hold. */
export function intoDocument(data: unknown): InDocument {
  const carried = { inDocument: elementId }
  known.set(carried, data)
  return carried
}

/** Wraps the page of a route whose loader uses `intoDocument`; data from its `clientLoader` are passed unchanged. */
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
            // The browser keeps the content as it is.
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? written(data as object) : "" }}
          />
        )}
      </>
    )
  }
}

/** Caches the JSON of large parts, which occur in many pages at once. */
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
