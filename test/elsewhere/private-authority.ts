import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import http from "node:http"
import https from "node:https"
import { join } from "node:path"
import { freePort } from "../instances/server.ts"

/** A request at a front door: the activity that was sent, and the status of the answer. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever they sent
export type RecordedRequest = { path: string; status: number; activity: Record<string, any> }

/** Creates a certificate authority for a test, with its files in this folder: nobody else trusts it. */
export function privateAuthority(folder: string) {
  const file = (name: string) => join(folder, name)
  const openssl = (...words: string[]) => execFileSync("openssl", words, { cwd: folder, stdio: "pipe" })
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
  openssl("req", "-x509", ...newKey, "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=Tests")
  return {
    /** Path of the certificate, for NODE_EXTRA_CA_CERTS. */
    certificate: file("ca.pem"),
    /** Issues a key and a certificate for a name. */
    issue(name: string) {
      writeFileSync(file(`${name}.ext`), `subjectAltName=DNS:${name}\n`)
      openssl("req", ...newKey, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`)
      const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", `${name}.ext`]
      openssl("x509", "-req", "-in", `${name}.csr`, "-out", `${name}.pem`, ...by)
      return { key: readFileSync(file(`${name}.key`)), cert: readFileSync(file(`${name}.pem`)) }
    },
  }
}

/**
 * Starts the front door of an instance: TLS for its name, and behind it the product on another port, as with a proxy. It records
 * what others send to its inboxes.
 */
export async function frontDoor(name: string, certificate: { key: Buffer; cert: Buffer }) {
  const port = await freePort()
  const passed: RecordedRequest[] = []
  let behind = 0
  const server = https.createServer(certificate, async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces)
    const { method, url: path = "", headers } = request
    const asked = http.request({ host: "127.0.0.1", port: behind, method, path, headers, agent: false }, (answer) => {
      const status = answer.statusCode ?? 502
      if (method === "POST" && path.startsWith("/ap/"))
        passed.push({ path, status, activity: JSON.parse(body.toString("utf8")) })
      response.writeHead(status, answer.headers)
      answer.pipe(response)
    })
    asked.on("error", () => response.headersSent || response.writeHead(502).end())
    asked.end(body)
  })
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready))
  return {
    url: `https://${name}:${port}`,
    passed,
    leadsTo(other: number) {
      behind = other
    },
    end() {
      server.closeAllConnections()
      server.close()
    },
  }
}
