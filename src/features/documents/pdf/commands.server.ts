import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { InvalidFields } from "#lib/refusal.ts"
import { enqueue, enqueueAll } from "#queue/enqueue.ts"
import type { Storage } from "#storage/storage.ts"
import { makeImage } from "../image/image.server.ts"
import { readPdf, readsPdfs } from "./reading.server.ts"

/** Width in pixels of the picture of a first page: as wide as a screen shows it. */
const widest = 1280
/** Largest number of PDFs read again in one night. */
const mostAgain = 2000

/** Marks a document as a PDF and enqueues reading it. */
export async function notePdf(tx: Db, documentId: number): Promise<void> {
  await tx.insertInto("pdfs").values({ document_id: documentId }).execute()
  await enqueue(tx, "documents.pdf", { documentId })
}

/**
 * Reads a PDF: its number of pages, its text and a picture of its first page. A PDF that is read or deleted already is left
 * alone.
 * @param folder the folder of poppler's programs, ending in `/`; empty for those in the PATH
 */
export async function makePdf(db: Db, storage: Storage, documentId: number, folder = ""): Promise<void> {
  const document = await db
    .selectFrom("documents")
    .innerJoin("pdfs", "pdfs.document_id", "documents.id")
    .select(["file", "state"])
    .where("documents.id", "=", documentId)
    .executeTakeFirst()
  if (!document?.file || (document.state !== "waiting" && document.state !== "plain")) return
  const read = await storage.onDisk(document.file, "file.pdf", (path) => readPdf(path, folder))
  if (!read) return
  const picture =
    read.state === "ready" && read.page ? await makeImage(read.page, { widest }).catch(unreadable) : undefined
  const made = picture && (await storage.keep(picture.files))
  const isWritten = await writing(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("pdfs")
      .set({
        state: read.state,
        ...(read.state === "ready" ? { pages: read.pages, words: read.words } : {}),
        ...(picture ? { made, width: picture.width, height: picture.height, widths: picture.widths } : {}),
        updated_at: sql`now()`,
      })
      .where("document_id", "=", documentId)
      .where("state", "in", ["waiting", "plain"])
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
  // It was deleted meanwhile, or read by another job.
  if (!isWritten && made) await storage.remove(made)
}

/** Enqueues PDFs that are not read: those of lost jobs and, once poppler is installed, those uploaded before. */
export async function enqueueUnreadPdfs(db: Db): Promise<void> {
  const states = (await readsPdfs()) ? ["waiting", "plain"] : ["waiting"]
  const left = await db
    .selectFrom("pdfs")
    .select("document_id as documentId")
    .where("state", "in", states)
    .where("updated_at", "<", sql<Date>`now() - interval '1 hour'`)
    .orderBy("updated_at")
    .limit(mostAgain)
    .execute()
  await writing(db, (tx) => enqueueAll(tx, "documents.pdf", left))
}

/** A first page that cannot be drawn leaves the PDF without picture; too many waiting images make the job try again. */
function unreadable(error: unknown): undefined {
  if (error instanceof InvalidFields) return undefined
  throw error
}
