import { generateKeyPairSync } from "node:crypto"
import { signRequest } from "@fedify/fedify/sig"
import { expect, test } from "vitest"
import { signerOf } from "./verifying.server.ts"

test("a failure while a key is looked up is no missing signature: the sender has to try again", async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const pkcs8 = new Uint8Array(privateKey.export({ type: "pkcs8", format: "der" }))
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }, true, [
    "sign",
  ])
  const request = new Request("https://foyer.example/ap/inbox", { method: "POST", body: "{}" })
  const signed = await signRequest(request, key, new URL("https://there.example/users/anna#main-key"))

  await expect(signerOf(signed, () => Promise.reject(new Error("the database is away")))).rejects.toThrow("away")
})
