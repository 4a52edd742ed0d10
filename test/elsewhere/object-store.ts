import { mkdtempSync } from "node:fs"
import { createServer, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import S3rver from "@20minutes/s3rver"
import type { S3Settings } from "#config/s3-settings.ts"

type Mood =
  | "well"
  /** Connections are reset. */
  | "down"
  /** Requests are never answered. */
  | "slow"
  /** Requests fail with server errors. */
  | "broken"
  | "full"

/** Starts a server that speaks S3 on this machine, with an empty bucket and a mood that tests can change. */
export async function objectStore() {
  const directory = mkdtempSync(join(tmpdir(), "foyer-s3-"))
  const options = { directory, silent: true, configureBuckets: [{ name: "foyer", configs: [] as [] }] }
  const s3 = new S3rver(options)
  await s3.configureBuckets()
  const answer: RequestListener = s3.callback()
  // s3rver does not expect the slash after the bucket in signed paths, which the official client writes in lists.
  const answerLists: RequestListener = new S3rver({ ...options, allowMismatchedSignatures: true }).callback()
  const store = {
    mood: "well" as Mood,
    /** Methods of the requests received, such as `PUT`; the newest last. */
    asked: [] as string[],
    /** Called before each request, so that a test can change the mood in the middle. */
    before: undefined as ((method: string, path: string) => void) | undefined,
    directory,
    settings: {} as S3Settings,
    /** The same settings as environment variables. */
    variables: {} as Record<string, string>,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  const refuse = (response: ServerResponse, status: number, code: string) => {
    response.writeHead(status, { "content-type": "application/xml" })
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
  }
  const server = createServer((request, response) => {
    store.before?.(request.method as string, request.url as string)
    store.asked.push(request.method as string)
    if (store.mood === "down") return void request.socket.destroy()
    if (store.mood === "slow") return void request.resume()
    if (store.mood === "broken") return void request.resume().on("end", () => refuse(response, 500, "InternalError"))
    if (store.mood === "full") return void request.resume().on("end", () => refuse(response, 507, "XMinioStorageFull"))
    void (request.url?.startsWith("/foyer/?") ? answerLists : answer)(request, response)
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  store.settings = {
    endpoint,
    region: "us-east-1",
    bucket: "foyer",
    keyId: "S3RVER",
    secret: "S3RVER",
    prefix: "site/",
    pathStyle: true,
  }
  store.variables = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: "foyer",
    S3_KEY_ID: "S3RVER",
    S3_SECRET: "S3RVER",
    S3_PREFIX: "site/",
  }
  return store
}
