import { createHash, generateKeyPairSync, sign } from "node:crypto"
import { expect, test } from "vitest"
import { signerOf } from "./verifying.server.ts"

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
const owner = "https://there.example/users/anna"
const key = { id: `${owner}#main-key`, owner, pem: publicKey.export({ type: "spki", format: "pem" }).toString() }
const inbox = "https://foyer.example/ap/inbox"
const body = '{"type":"Follow"}'
const digest = createHash("sha256").update(body).digest("base64")

type Signing = { parts: string[]; method?: string; parameters?: string; second?: string }

/** A request with a signature by RFC 9421 that covers these components. */
function signed({ parts, method = "POST", parameters = "", second = "" }: Signing): Request {
  const values: Record<string, string> = {
    "@method": method,
    "@target-uri": inbox,
    "@authority": "foyer.example",
    "@path": "/ap/inbox",
    "content-digest": `sha-256=:${digest}:`,
    host: "foyer.example",
  }
  const said = `(${parts.map((one) => `"${one}"`).join(" ")});created=${Math.floor(Date.now() / 1000)};keyid="${key.id}"${parameters}`
  const lines = [...parts.map((one) => `"${one}": ${values[one]}`), `"@signature-params": ${said}`].join("\n")
  const signature = sign("sha256", Buffer.from(lines), privateKey).toString("base64")
  return new Request(inbox, {
    method,
    headers: {
      host: "foyer.example",
      "content-digest": values["content-digest"] as string,
      "signature-input": `sig1=${said}${second}`,
      signature: `sig1=:${signature}:`,
    },
    ...(method === "POST" && { body }),
  })
}

const whose = async (request: Request) => (await signerOf(request, async () => key))?.owner
const now = Math.floor(Date.now() / 1000)

test.each<[string, Signing]>([
  ["the address and the body", { parts: ["@method", "@target-uri", "content-digest"] }],
  ["host, path and body", { parts: ["@method", "@authority", "@path", "content-digest"] }],
  ["the host as a header", { parts: ["host", "@path", "content-digest"] }],
  ["its own end, an hour ahead", { parts: ["@target-uri", "content-digest"], parameters: `;expires=${now + 3600}` }],
  ["what is asked for", { parts: ["@method", "@target-uri"], method: "GET" }],
])("a signature over %s identifies its signer", async (_, what) => {
  expect(await whose(signed(what))).toBe(owner)
})

test.each<[string, Signing]>([
  ["not the body", { parts: ["@method", "@target-uri", "@authority"] }],
  ["the body alone", { parts: ["content-digest"] }],
  ["not the host", { parts: ["@method", "@path", "content-digest"] }],
  ["not the path", { parts: ["@method", "@authority", "content-digest"] }],
  ["not the path of what is asked for", { parts: ["@method", "@authority"], method: "GET" }],
  ["its own end, which is past", { parts: ["@target-uri", "content-digest"], parameters: `;expires=${now - 1}` }],
  [
    "one of two",
    { parts: ["@target-uri", "content-digest"], second: `, sig2=("@method");created=1;keyid="https://else.example/k"` },
  ],
])("a signature over %s is refused", async (_, what) => {
  expect(await whose(signed(what))).toBeUndefined()
})

/** A request with a signature of the older draft that covers these headers. */
function signedByDraft(names: string[], before = ""): Request {
  const headers: Record<string, string> = { host: "foyer.example", date: new Date().toUTCString() }
  headers.digest = `SHA-256=${digest}`
  const lines = names.map((one) => `${one}: ${one === "(request-target)" ? "post /ap/inbox" : headers[one]}`)
  const signature = sign("sha256", Buffer.from(lines.join("\n")), privateKey).toString("base64")
  headers.signature = `${before}keyId="${key.id}",algorithm="rsa-sha256",headers="${names.join(" ")}",signature="${signature}"`
  return new Request(inbox, { method: "POST", headers, body })
}

test("a signature of the older draft is refused if it does not cover the host", async () => {
  expect(await whose(signedByDraft(["(request-target)", "host", "date", "digest"]))).toBe(owner)
  expect(await whose(signedByDraft(["(request-target)", "date", "digest"]))).toBeUndefined()
})

test("a signature of the older draft that names its headers twice is refused", async () => {
  const covering = 'headers="(request-target) host date digest",'
  expect(await whose(signedByDraft(["(request-target)", "date", "digest"], covering))).toBeUndefined()
})
