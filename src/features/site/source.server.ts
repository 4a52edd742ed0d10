import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { readFile, stat } from "node:fs/promises"
import { Readable } from "node:stream"
import { Hono } from "hono"
import { matchesTag } from "#http/answers.ts"
import { noFile } from "#http/files/file-answers.ts"
import type { World } from "#http/world.ts"
import { paths } from "#web/paths.ts"

/** Where the build stores the archive (scripts/project.mjs). */
const builtFile = "./build/source.tar.gz"

/**
 * Serves the source of the running version at `/source.tar.gz`, for its users over a network (AGPL §13), as the build packed it;
 * where SOURCE_URL names a repository, redirects there. In development nothing is packed.
 */
export function sourceFile({ config, release }: Pick<World, "config" | "release">, file = builtFile) {
  let known: { at: string; tag: string } | undefined
  /**
   * Computes the ETag anew when the file is another one; from the content, so that two processes and two builds of the same
   * source give the same.
   */
  const tagOf = async ({ size, mtimeMs, ino }: { size: number; mtimeMs: number; ino: number }) => {
    const at = `${size} ${mtimeMs} ${ino}`
    if (known?.at !== at) {
      const digest = createHash("sha256")
        .update(await readFile(file))
        .digest("base64url")
      known = { at, tag: `"${digest.slice(0, 27)}"` }
    }
    return known.tag
  }

  return new Hono().get(paths.source(), async (c) => {
    if (config.sourceUrl) return c.redirect(config.sourceUrl, 302)
    const found = await stat(file).catch(() => undefined)
    if (!found) return noFile(c)
    const tag = await tagOf(found)
    const headers = { ETag: tag, "Cache-Control": "public, max-age=0, must-revalidate" }
    if (matchesTag(c.req.header("if-none-match"), tag)) return c.body(null, 304, headers)
    const all = {
      ...headers,
      "Content-Type": "application/gzip",
      "Content-Length": String(found.size),
      "Content-Disposition": `attachment; filename="foyer-${release}.tar.gz"`,
    }
    if (c.req.raw.method === "HEAD") return c.body(null, 200, all)
    return new Response(Readable.toWeb(createReadStream(file)) as unknown as BodyInit, { headers: all })
  })
}

/** Returns the address where the source of this instance is available. */
export function sourceAddress({ sourceUrl, publicUrl }: World["config"]): string {
  return sourceUrl ?? `${publicUrl}${paths.source()}`
}
