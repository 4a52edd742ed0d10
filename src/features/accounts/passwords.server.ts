import { availableParallelism } from "node:os"
import { hash, verify } from "@node-rs/argon2"
import { refuse, type Sentence } from "#lib/refusal.ts"
import common from "./common-passwords.json" with { type: "json" }
import { normalisePassword, passwordLength } from "./password.ts"

// Cost of argon2id (RFC 9106) as OWASP recommends: 19 MiB, two passes, one lane. @node-rs/argon2 is used because node:crypto has
// argon2id only from Node 24.7 on, and a host may run an older Node.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const together = Math.max(1, availableParallelism() - 1)
/** Longest queue: a request that would wait longer than about a second is refused with `busy`. */
const mostWaiting = together * 20

let running = 0
const waiting: (() => void)[] = []

/** Hashes a password. Refuses `busy` when too many passwords are being hashed. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalisePassword(password), cost))
}

/**
 * Checks a password against a stored hash. Without a hash it takes as long and returns false, so that the response time does not
 * reveal who has an account. Refuses `busy` when too many passwords are being hashed.
 */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await noOnes())
  const isRight = await inTurn(() => verify(against, normalisePassword(password)).catch(() => false))
  return isRight && stored !== undefined
}

/** Tells whether a hash was made at another cost than the present one. */
export function isWeakHash(stored: string): boolean {
  return !stored.startsWith(`$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`)
}

/**
 * Returns what is wrong with a password; an empty list when it is good.
 * @param about names and addresses of its owner, which it must not be made of
 */
export function weaknessesOf(password: string, about: (string | null | undefined)[] = []): Sentence[] {
  const text = normalisePassword(password)
  const length = [...text].length
  if (length < passwordLength.min) return [{ id: "errors.too_short", with: { minimum: passwordLength.min } }]
  if (length > passwordLength.max) return [{ id: "errors.too_long", with: { maximum: passwordLength.max } }]
  if (isCommon(text)) return ["accounts.password_common"]
  if (isAbout(text, about)) return ["accounts.password_similar"]
  return []
}

let commonPasswords: Set<string> | undefined

/** Recognises a common password, also when repeated, in leet spelling, or with a year or signs around it. */
function isCommon(password: string) {
  commonPasswords ??= new Set(common.words.split(" "))
  const plain = password.toLowerCase()
  const unit = /^(.+?)\1+$/u.exec(plain)?.[1] ?? plain
  if (isRun(plain) || unit.length <= 4) return true
  const leet = plain.replaceAll(
    /[@4301$5!7]/g,
    (sign) =>
      ({ "@": "a", "4": "a", "3": "e", "0": "o", "1": "i", $: "s", "5": "s", "!": "i", "7": "t" })[sign] as string,
  )
  return [plain, unit, leet].some((one) => {
    if (commonPasswords?.has(one)) return true
    const stem = one.replaceAll(/^[^a-z]+|[^a-z]+$/g, "")
    return stem.length >= 4 && one.length - stem.length <= 6 && Boolean(commonPasswords?.has(stem))
  })
}

/** Recognises runs of a keyboard row or the alphabet, such as 1234567890, qwertyuiop backwards or abcdefghij. */
function isRun(password: string) {
  const rows = ["01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm", "azertyuiopqsdfghjklmwxcvbn"]
  const either = rows.flatMap((row) => [row, [...row].reverse().join("")])
  return either.some((row) => row.includes(password) || (row + row).includes(password))
}

function isAbout(password: string, about: (string | null | undefined)[]) {
  const plain = lettersOf(password)
  const names = about.flatMap((one) => (one ? [one, ...one.split(/[@\s._+-]+/)] : [])).map(lettersOf)
  return names.some(
    (name) => name.length >= 4 && (name.includes(plain) || (plain.includes(name) && plain.length - name.length < 8)),
  )
}

function lettersOf(text: string) {
  return text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
}

let nobody: Promise<string> | undefined

/** Returns a hash of random bytes, which no password matches. */
function noOnes() {
  nobody ??= hash(crypto.getRandomValues(new Uint8Array(32)), cost)
  return nobody
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= together) {
    if (waiting.length >= mostWaiting) refuse("busy", 2)
    await new Promise<void>((go) => waiting.push(go)) // the work that finishes leaves its place to this one
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
