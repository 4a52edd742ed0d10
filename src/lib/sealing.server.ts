import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { mkdir, open, readFile } from "node:fs/promises"
import { dirname } from "node:path"
import type { Config } from "#config/config.ts"

type KeySource = Pick<Config["federation"], "keys" | "keyFile">

const nonceBytes = 12
const tagBytes = 16
const found = new Map<string, Promise<Buffer[]>>()

/** What is stored of a secret: nonce, tag and text, by AES-256-GCM, so that the database alone opens nothing. */
export async function seal(plain: Buffer, source: KeySource): Promise<Buffer> {
  const [key] = await keysOf(source)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv("aes-256-gcm", key as Buffer, nonce)
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** What was sealed, with whichever of our keys it was. Throws, saying what to do, when none of them fits. */
export async function unseal(sealed: Buffer, source: KeySource): Promise<Buffer> {
  for (const key of await keysOf(source)) {
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceBytes))
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
    } catch {
      // Sealed with another of them.
    }
  }
  throw new Error(
    "the keys of the Fediverse are sealed with another key: set FEDERATION_KEY, or restore federation.key",
  )
}

/** The first seals, all open. */
async function keysOf({ keys, keyFile }: KeySource): Promise<Buffer[]> {
  if (keys && keys.length > 0) return keys.map((key) => Buffer.from(key, "base64url"))
  let reading = found.get(keyFile)
  if (!reading) {
    reading = readOrMake(keyFile)
    found.set(keyFile, reading)
    reading.catch(() => found.delete(keyFile))
  }
  return reading
}

/** Made by the first process that needs it, on disk before anything is sealed with it; the others read it. */
async function readOrMake(path: string): Promise<Buffer[]> {
  await mkdir(dirname(path), { recursive: true })
  try {
    const file = await open(path, "wx", 0o600)
    try {
      await file.writeFile(`${randomBytes(32).toString("base64url")}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  }
  for (let tries = 0; tries < 50; tries++) {
    const text = (await readFile(path, "utf8")).trim()
    if (/^[A-Za-z0-9_-]{43}$/.test(text)) return [Buffer.from(text, "base64url")]
    // Another process is writing it just now.
    await new Promise((later) => setTimeout(later, 20))
  }
  throw new Error(`${path} holds no key of 43 characters`)
}
