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

/** « 1,2 Mo », « 340 ko » */
export function sizeIn(t: ReturnType<typeof useMessages>, bytes: number): string {
  const isLarge = bytes >= 1_000_000
  return t.number(isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1000), {
    style: "unit",
    unit: isLarge ? "megabyte" : "kilobyte",
    unitDisplay: "short",
    maximumFractionDigits: isLarge ? 1 : 0,
  })
}
