import { useMessages } from "#i18n/messages-context.ts"
import { DownloadSimple } from "#ui/icons.tsx"
import type { Document } from "../document.ts"
import { kindIn, pagesIn, sizeIn } from "../document-words.ts"
import { Film } from "./film.tsx"
import { mediaPaths } from "./media-address.ts"

/** The part of a document that a row needs. */
export type ListedDocument = Pick<
  Document,
  "id" | "title" | "description" | "file" | "mime" | "size" | "credit" | "licence" | "pdf" | "film"
>

/** A list of documents to download, each with type, size and first page, and of films to watch. */
export function DocumentRows({ documents }: { documents: readonly ListedDocument[] }) {
  return (
    <ul className="docs">
      {documents.map((document) => (
        <li key={document.id} className={document.pdf?.preview ? "docs__drawn" : undefined}>
          {document.film ? <FilmRow document={document} film={document.film} /> : <FileLine document={document} />}
        </li>
      ))}
    </ul>
  )
}

function FileLine({ document }: { document: ListedDocument }) {
  const t = useMessages()
  const { title, description, file, mime, size, credit, licence, pdf } = document
  const facts = [kindIn(mime), pagesIn(t, pdf), sizeIn(t, size), credit, licence]
  return (
    <>
      {pdf?.preview && <FirstPage preview={pdf.preview} />}
      <div className="docs__txt">
        <h2 className="h5">
          <a className="link" href={mediaPaths(file ?? "")} download>
            <DownloadSimple />
            {title}
          </a>
        </h2>
        <p className="small t2">{facts.filter(Boolean).join(" · ")}</p>
        {description && <p>{description}</p>}
      </div>
    </>
  )
}

function FilmRow({ document, film }: { document: ListedDocument; film: NonNullable<Document["film"]> }) {
  const { title, description, credit, licence } = document
  const facts = [credit, licence].filter(Boolean).join(" · ")
  return (
    <>
      <h2 className="vh">{title}</h2>
      <Film title={title} film={film} />
      {facts && <p className="small t2">{facts}</p>}
      {description && <p>{description}</p>}
    </>
  )
}

type Preview = NonNullable<NonNullable<Document["pdf"]>["preview"]>

/** A small picture of the first page; decorative, since the text beside it names the document. */
export function FirstPage({ preview }: { preview: Preview }) {
  return (
    <img
      className="docs__page"
      src={mediaPaths(preview.url)}
      srcSet={mediaPaths(preview.srcset)}
      sizes="6rem"
      width={preview.width}
      height={preview.height}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}
