import { strToU8, zipSync } from "fflate"
import type { Db } from "#db/connection.ts"
import type { Storage } from "#storage/storage.ts"
import { profileOf } from "../profile.server.ts"
import type { SignedIn } from "../viewer.ts"
import { personalRows } from "./personal-rows.server.ts"

/** Largest total size in bytes of the files in an archive, which is built in memory; files beyond it are only listed. */
const mostBytes = 128 * 1024 * 1024

/**
 * Builds one zip archive of everything that belongs to a person: `profile.json`, a JSON file for each table, and their files.
 * @param readStored reads the file stored under a key; undefined when it no longer exists
 */
export async function exportAccount(
  db: Db,
  viewer: SignedIn,
  readStored: (key: string) => Promise<{ name: string; bytes: Uint8Array } | undefined>,
): Promise<Uint8Array> {
  // One database snapshot, so that the files of the archive agree with each other.
  const { profile, rows } = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => ({
      profile: await profileOf(tx, viewer.userId),
      rows: await personalRows(tx, viewer.userId),
    }))

  const archive: Record<string, Uint8Array | [Uint8Array, { level: 0 }]> = {}
  const json = (name: string, value: unknown) => (archive[name] = strToU8(`${JSON.stringify(value, null, 2)}\n`))
  json("profile.json", profile)
  for (const [table, found] of Object.entries(rows)) json(`data/${table}.json`, found)

  const missing: string[] = []
  let bytes = 0
  for (const { id, file, name, size } of (rows.documents ?? []) as StoredDocument[]) {
    if (file === null) continue // a film has no file; its address is in its row
    const stored = bytes + size <= mostBytes ? await readStored(file) : undefined
    // Images, sounds and PDFs are compressed already.
    if (stored) archive[`files/${nameOf(id, name, stored.name)}`] = [stored.bytes, { level: 0 }]
    else missing.push(file)
    bytes += stored?.bytes.length ?? 0
  }
  if (missing.length > 0) json("files-left-out.json", missing)
  return zipSync(archive, { level: 1 })
}

type StoredDocument = { id: number; file: string | null; name: string | null; size: number }

/** Names a file in the archive, such as `42 affiche.jpg`: the uploaded name with the ending of the stored version. */
function nameOf(id: number, name: string | null, stored: string) {
  const ending = stored.slice(stored.lastIndexOf("."))
  return `${[id, name?.replace(/\.[A-Za-z0-9]{1,8}$/, "")].filter(Boolean).join(" ")}${ending}`
}

/** Makes a reader of the best stored version of a document: a PDF or a sound itself, and the largest JPEG of an image. */
export function storedFileReader(storage: Storage) {
  return async (key: string) => {
    const best = (await storage.list(key)).find(({ name }) => /\.(pdf|jpg)$|^sound\./.test(name))
    const file = best && (await storage.open(key, best.name))
    return (
      file && { name: best.name, bytes: new Uint8Array(await new Response(file.stream() as BodyInit).arrayBuffer()) }
    )
  }
}

/** Removes the files of deleted documents; files that no longer exist are no error. */
export async function removeStoredFiles(storage: Storage, keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => storage.remove(key)))
}
