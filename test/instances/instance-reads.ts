import http from "node:http"
import { readConfig } from "#config/config.ts"
import { openDb, openPool } from "#db/connection.ts"
import { instanceIdentity } from "#features/fediverse/identities/commands.server.ts"
import { signedHeaders } from "#features/fediverse/signatures/signing.server.ts"
import type { Instance } from "./instances.ts"
import { databaseUrlOf } from "../product/servers/database-of.ts"

const accept = "application/activity+json"

/**
 * Returns an instance's answer to a request for a document: by anybody, or by another instance, which signs with the key in its
 * database, as for all its requests.
 */
export async function fetchDocument(from: Instance, url: string, by?: Instance) {
  const headers = by ? await headersOf(by, url) : { accept }
  const { host, pathname } = new URL(url)
  return new Promise<{ status: number; body: string }>((answered, failed) => {
    const asked = http.request(
      from.local + pathname,
      { headers: { ...headers, host }, agent: false },
      async (answer) => {
        let body = ""
        for await (const piece of answer.setEncoding("utf8")) body += piece
        answered({ status: answer.statusCode ?? 0, body })
      },
    )
    asked.on("error", failed)
    asked.end()
  })
}

async function headersOf(by: Instance, url: string) {
  const config = readConfig({ PUBLIC_URL: by.url, DATA_DIR: by.dataDir, OUTBOUND_PRIVATE: "1" })
  const db = openDb(openPool(databaseUrlOf(by.dataDir), 1, () => {}))
  try {
    return await signedHeaders(config, await instanceIdentity(db, config), { method: "GET", url, headers: { accept } })
  } finally {
    await db.destroy()
  }
}
