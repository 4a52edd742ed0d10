import type { ReadableStream } from "node:stream/web"
import { Hono } from "hono"
import { authenticate } from "#features/accounts/sessions/commands.server.ts"
import { matchesTag } from "#http/answers.ts"
import { byteRange } from "#http/files/byte-range.ts"
import { fileRefused } from "#http/files/file-answers.ts"
import { bearerToken, sessionOf } from "#http/security/session.ts"
import type { World } from "#http/world.ts"
import { Refusal } from "#lib/refusal.ts"
import { storageOf } from "#storage/storage.ts"
import { documentOfFile, type HeldDocument, isRemoteFace, mayOnDocument } from "../access/queries.server.ts"
import { allowsCopies } from "../sound/licence.ts"
import { containers } from "../sound/sound-kinds.ts"

const types: Record<string, string> = {
  webp: "image/webp",
  jpg: "image/jpeg",
  pdf: "application/pdf",
  webm: "audio/webm",
  ...Object.fromEntries(Object.values(containers).map(({ ending, mime }) => [ending, mime])),
}

/**
 * Serves `/media/{key}/{name}`: the files of documents, and the avatars of remote accounts. The bytes at an address never change,
 * so public files may be cached for a year; restricted ones are never cached, and other people get 404. Files are streamed from
 * disk, in ranges on request (RFC 9110 §14). Headers prevent them from running as code, whatever their type.
 */
export function mediaFiles(world: World) {
  const { db, config, log } = world
  const storage = storageOf(config)

  const files = new Hono()
  files.onError((error, c) => {
    if (!(error instanceof Refusal)) throw error
    if (error.cause !== undefined) log.warn({ err: error.cause, path: c.req.path }, error.code)
    c.header("Cache-Control", "no-store")
    return fileRefused(error, c, `${error.status} ${error.code}`)
  })
  return files.get("/media/:key{[0-9a-f]{40}}/:name{[a-z0-9.-]{1,70}}", async (c) => {
    const { key, name } = c.req.param()
    const type = types[name.split(".").at(-1) ?? ""]
    const [document, isOpen] = await given(c.req.raw, key)
    const isFace = !document && type === types.webp && (await isRemoteFace(db, key))
    const isForAll = isOpen || isFace
    const file = (document || isFace) && type ? await storage.open(key, name) : undefined
    if (!type || !file) return c.notFound()

    const tag = `"${key.slice(0, 16)}-${name}"`
    const headers = new Headers({
      ETag: tag,
      "Accept-Ranges": "bytes",
      "Cache-Control": isForAll ? "public, max-age=31536000, immutable" : "private, no-store",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      // Other sites show public files too: link previews, feeds, calendars, other servers.
      "Cross-Origin-Resource-Policy": isForAll ? "cross-origin" : "same-origin",
      ...(isForAll ? { "Access-Control-Allow-Origin": "*" } : {}),
      ...(document && type === "application/pdf" ? { "Content-Disposition": attachment(document) } : {}),
      // Search engines must not list unlisted PDFs; unlisted images may be found where they are shown.
      ...(document && type === "application/pdf" && document.visibility !== "public"
        ? { "X-Robots-Tag": "noindex" }
        : {}),
    })
    if (matchesTag(c.req.header("if-none-match"), tag)) return new Response(null, { status: 304, headers })

    const ifRange = c.req.header("if-range")
    const isWhole = c.req.raw.method === "HEAD" || (ifRange !== undefined && ifRange !== tag)
    const piece = isWhole ? undefined : byteRange(c.req.header("range"), file.size)
    if (piece === "none") {
      headers.set("Content-Range", `bytes */${file.size}`)
      headers.set("Cache-Control", "no-store")
      return new Response(null, { status: 416, headers })
    }
    if (!piece) {
      headers.set("Content-Type", type)
      headers.set("Content-Length", String(file.size))
      return new Response(c.req.raw.method === "HEAD" ? null : body(file.stream()), { headers })
    }
    headers.set("Content-Type", type)
    headers.set("Content-Length", String(piece.last - piece.first + 1))
    headers.set("Content-Range", `bytes ${piece.first}-${piece.last}/${file.size}`)
    return new Response(body(file.stream(piece)), { status: 206, headers })
  })

  /** Does the same, but gives the original file of a sound only to viewers whom its licence or their work allows a copy. */
  async function given(request: Request, key: string): Promise<[HeldDocument | undefined, boolean]> {
    const [document, isForAll] = await visible(request, key)
    const isCopy = document?.sound_state === "ready" && document.file === key
    if (!document || !isCopy || allowsCopies(document.licence)) return [document, isForAll]
    const viewer = await viewerOf(request)
    const theirs = viewer && (await documentOfFile(db, viewer, key))
    return [theirs && mayOnDocument(viewer, "edit", theirs) ? theirs : undefined, false]
  }

  /** Returns the document of a file if the viewer may see it, and whether everybody may. */
  async function visible(request: Request, key: string): Promise<[HeldDocument | undefined, boolean]> {
    const open = await documentOfFile(db, null, key)
    if (open) return [open, true]
    const viewer = await viewerOf(request)
    return [viewer ? await documentOfFile(db, viewer, key) : undefined, false]
  }

  async function viewerOf({ headers }: Request) {
    const session = sessionOf(headers.get("cookie"))
    const token = bearerToken(headers.get("authorization") ?? undefined)
    if (!session && token === undefined) return null
    const { viewer } = await authenticate(db, { session, token }).catch((error: unknown) => {
      if (error instanceof Refusal) return { viewer: null }
      throw error
    })
    return viewer
  }
}

function body(stream: ReadableStream<Uint8Array>): BodyInit {
  return stream as unknown as BodyInit
}

/** Names the download by its original name, or else its title (RFC 6266, RFC 8187). */
function attachment({ name, title }: HeldDocument): string {
  const shown = (name ?? `${title}.pdf`).replace(/(\.pdf)?$/i, ".pdf")
  const plain = shown
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\w .()-]/g, "_")
  const coded = encodeURIComponent(shown.toWellFormed()).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`
}
