import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { mkdir, open, readFile } from "node:fs/promises"
import { dirname } from "node:path"
import type { Config } from "#config/config.ts"

type KeySource = Pick<Config["federation"], "keys" | "keyFile">

const nonceBytes = 12
const tagBytes = 16
const found = new Map<string, Promise<Buffer[]>>()

/** Encrypts a secret for storage with AES-256-GCM (nonce, tag and text), so that the database alone reveals nothing. */
export async function seal(plain: Buffer, source: KeySource): Promise<Buffer> {
  const [key] = await keysOf(source)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv("aes-256-gcm", key as Buffer, nonce)
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Decrypts a sealed secret with whichever of our keys fits. Throws, saying what to do, when none does. */
export async function unseal(sealed: Buffer, source: KeySource): Promise<Buffer> {
  for (const key of await keysOf(source)) {
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceBytes))
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
    } catch {
      // Sealed with another of the keys.
    }
  }
  throw new Error(
    "the keys of the Fediverse are sealed with another key: set FEDERATION_KEY, or restore federation.key",
  )
}

/** Returns the keys: the first seals, all of them unseal. */
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

/** Reads the key file, or creates it. The first process that needs it writes it to disk before anything is sealed with it. */
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
    // Another process is writing it at this moment.
    await new Promise((later) => setTimeout(later, 20))
  }
  throw new Error(`${path} holds no key of 43 characters`)
}
