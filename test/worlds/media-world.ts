import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { mediaFiles } from "#features/documents/file/media.server.ts"
import { testDatabase } from "../database.ts"
import { testSite, visitor } from "./visitor.ts"

/**
 * Returns a site where mirelle has two pages, one published, and a stranger has none; with the handler
 * that serves files, and `sets`, which lists the folders in which they are stored.
 */
export async function mediaWorld(variables: Record<string, string> = {}) {
  const own = await testDatabase()
  const site = testSite(own.db, variables)
  const media = mediaFiles(site.world)
  async function somebody(name: string) {
    const someone = visitor(site)
    const { id } = await someone.registers(name)
    await own.db.updateTable("emails").set({ verified_at: new Date() }).where("user_id", "=", id).execute()
    return someone
  }
  const mirelle = await somebody("mirelle")
  const stranger = await somebody("stranger")
  for (const status of ["published", "draft"]) {
    const made = await mirelle.post("/api/actors/", {
      type: "group",
      fid: `band-${status}`,
      name: `Fanfare ${status}`,
      language: "fr",
      status,
    })
    if (made.status !== 201) throw new Error("no page could be made")
  }
  const nobody = () => visitor(site)
  const look = (path: string, headers: Record<string, string> = {}) => media.request(path, { headers })
  const folder = join(site.config.dataDir, "media")
  const sets = () =>
    existsSync(folder) // the first file makes it
      ? readdirSync(folder, { recursive: true }).filter((file) => /[0-9a-f]{40}$/.test(String(file)))
      : []
  return { own, site, mirelle, stranger, somebody, nobody, look, sets }
}

/** Returns the path of a file from its full address in the API. */
export const pathOf = (address: string | null) => new URL(address ?? "").pathname

/** Returns the headers a person's browser sends when it requests files. */
export const cookieOf = (who: ReturnType<typeof visitor>) => ({ cookie: `sessionid=${who.jar.get("sessionid")}` })
