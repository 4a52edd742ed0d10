import { useRef } from "react"
import type { Document } from "#features/documents/document.ts"
import { DocumentRows, type ListedDocument } from "#features/documents/ui/document-rows.tsx"
import { Gallery, type GalleryImage } from "#features/documents/ui/images/gallery.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { LoadMore } from "#ui/loading/load-more.tsx"
import type { Api, List } from "#web/api.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { useMore } from "#web/lists/use-more.ts"
import { withMore } from "../../actor-page.ts"

/** Number of files shown at first and loaded with each press. */
const atOnce = 24
const most = 100
/** Managers see here what everybody sees. */
const shown = { visibility: "public" } as const

/** Reads the images of a page, newest first. */
export async function imagesOf(api: Api, actor: string, limit: number): Promise<List<GalleryImage>> {
  const { items, total } = await api.list("/api/documents/", { actor, type: "Image", ...shown, limit: bounded(limit) })
  return { items: items.map(galleryImage), total }
}

/** Reads the documents of a page, by title. */
export async function documentsOf(api: Api, actor: string, limit: number): Promise<List<ListedDocument>> {
  const query = { actor, type: "Document,Video", sort: "name", ...shown, limit: bounded(limit) } as const
  const { items, total } = await api.list("/api/documents/", query)
  return { items: items.map(listedDocument), total }
}

const bounded = (limit: number) => Math.min(most, Math.max(atOnce, limit))
const idOf = ({ id }: { id: number }) => id

type FilesProps<One> = { fid: string; first: List<One> }

/** The gallery of a page; more images are loaded on request. */
export function ActorImages({ fid, first }: FilesProps<GalleryImage>) {
  const list = useRef<HTMLDivElement>(null)
  const load = async (start: number) => {
    const query = { actor: fid, type: "Image", ...shown, start, limit: atOnce }
    const { items, total } = await browserApi.list("/api/documents/", query)
    return { items: items.map(galleryImage), total }
  }
  const { items, reached, total, state, loadMore } = useMore(first, idOf, load, list)
  return (
    <div ref={list}>
      <Gallery images={items} />
      {total > first.items.length && (
        <More to={withMore(fid, "images", reached)} rest={total - reached} state={state} onMore={loadMore} />
      )}
    </div>
  )
}

/** The documents of a page by title; more are loaded on request. */
export function ActorDocuments({ fid, first }: FilesProps<ListedDocument>) {
  const list = useRef<HTMLDivElement>(null)
  const load = async (start: number) => {
    const query = { actor: fid, type: "Document,Video", sort: "name", ...shown, start, limit: atOnce } as const
    const { items, total } = await browserApi.list("/api/documents/", query)
    return { items: items.map(listedDocument), total }
  }
  const { items, reached, total, state, loadMore } = useMore(first, idOf, load, list)
  return (
    <div ref={list}>
      <DocumentRows documents={items} />
      {total > first.items.length && (
        <More to={withMore(fid, "documents", reached)} rest={total - reached} state={state} onMore={loadMore} />
      )}
    </div>
  )
}

type MoreProps = { to: string; rest: number; state: "rest" | "loading" | "error" | "end"; onMore: () => void }

function More({ rest, ...props }: MoreProps) {
  const t = useMessages()
  return <LoadMore {...props}>{t("ui.more_count", { count: t.number(Math.min(rest, atOnce)) })}</LoadMore>
}

function galleryImage({ id, file, srcset, width, height, alt, credit }: Document): GalleryImage {
  return { id, url: file ?? "", srcset: srcset ?? "", width: width ?? 1, height: height ?? 1, alt: alt ?? "", credit }
}

function listedDocument(document: Document): ListedDocument {
  const { id, title, description, file, mime, size, credit, licence, pdf, film } = document
  return { id, title, description, file, mime, size, credit, licence, pdf, film }
}
