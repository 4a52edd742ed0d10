import { readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { strToU8, zipSync } from "fflate"
import type { Db } from "#db/connection.ts"
import { profileOf } from "../profile.server.ts"
import type { SignedIn } from "../viewer.ts"
import { personalRows } from "./personal-rows.server.ts"

/** So much of files goes into an archive, which is made in memory; the rest is named in it. */
const mostBytes = 128 * 1024 * 1024

/**
 * Everything that belongs to a person as one zip archive: `profile.json`, a JSON file for each table, their files.
 * @param readStored reads a stored file by its key; undefined when it is gone
 */
export async function exportAccount(
  db: Db,
  viewer: SignedIn,
  readStored: (key: string) => Promise<Uint8Array | undefined>,
): Promise<Uint8Array> {
  // One snapshot: what is told in one file is true of the others.
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
  for (const { file, size } of (rows.documents ?? []) as { file: string; size: number }[]) {
    const stored = bytes + size <= mostBytes ? await readStored(file) : undefined
    // Media is compressed already.
    if (stored) archive[`files/${safeName(file)}`] = [stored, { level: 0 }]
    else missing.push(file)
    bytes += stored?.length ?? 0
  }
  if (missing.length > 0) json("files-left-out.json", missing)
  return zipSync(archive, { level: 1 })
}

/** Reads from DATA_DIR/files. */
export function storedIn(dataDir: string) {
  return async (key: string) => readFile(join(dataDir, "files", safeName(key))).catch(() => undefined)
}

/** Removes files by their keys from DATA_DIR/files; those that are gone already are fine. */
export async function removeStored(dataDir: string, keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => rm(join(dataDir, "files", safeName(key)), { force: true })))
}

function safeName(key: string) {
  return key
    .split(/[/\\]/)
    .filter((part) => part && part !== "." && part !== "..")
    .join("/")
}
