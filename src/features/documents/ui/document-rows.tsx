import { useMessages } from "#i18n/messages-context.ts"
import { DownloadSimple } from "#ui/icons.tsx"
import type { Document } from "../document.ts"
import { hereIn } from "./media-address.ts"

/** What a line needs of a document. */
export type ListedDocument = Pick<
  Document,
  "id" | "title" | "description" | "file" | "mime" | "size" | "credit" | "licence"
>

/** Documents to download, each with what it is and how large. */
export function DocumentRows({ documents }: { documents: readonly ListedDocument[] }) {
  const t = useMessages()
  return (
    <ul className="docs">
      {documents.map(({ id, title, description, file, mime, size, credit, licence }) => (
        <li key={id}>
          <h3 className="h4">
            <a className="link" href={hereIn(file)} download>
              <DownloadSimple />
              {title}
            </a>
          </h3>
          <p className="small t2">{[kindIn(mime), sizeIn(t, size), credit, licence].filter(Boolean).join(" · ")}</p>
          {description && <p>{description}</p>}
        </li>
      ))}
    </ul>
  )
}

/** « PDF » */
export function kindIn(mime: string): string {
  return (mime.split("/")[1] ?? "").toUpperCase()
}

/** « 2,1 Go », « 1,2 Mo », « 340 ko » */
export function sizeIn(t: ReturnType<typeof useMessages>, bytes: number): string {
  const [divisor, unit] =
    bytes >= 1e9 ? [1e9, "gigabyte"] : bytes >= 1e6 ? [1e6, "megabyte"] : ([1000, "kilobyte"] as const)
  return t.number(Math.max(bytes / divisor, unit === "kilobyte" ? 1 : 0), {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: unit === "kilobyte" ? 0 : 1,
  })
}
