import { solveChallenge } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/pbkdf2"
import { sql } from "kysely"
import type { SignedIn } from "#features/accounts/viewer.ts"
import type { Captcha } from "#features/contact/captcha/representation.server.ts"
import { writingWorld } from "./writing-world.ts"

/** Returns the world with odalys as owner of the hangar, and what is needed to write to a page. */
export async function contactWorld() {
  const here = await writingWorld()
  const owner = await here.newcomer("odalys")
  await here.gives(owner, here.hangar.id, "owner")
  const newCaptcha = async () => (await here.ask(null, "GET", "/api/contact/captcha/")).body as Captcha
  const sends = (captcha: string, more: object = {}, fid = "hangar", viewer: SignedIn | null = null) =>
    here.ask(viewer, "POST", `/api/actors/${fid}/contact/`, { ...letter, captcha, ...more })
  const inbox = async (viewer: SignedIn | null = owner, query = "") =>
    here.ask(viewer, "GET", `/api/actors/hangar/messages/${query}`)
  const count = async () =>
    Number((await sql<{ n: number }>`select count(*) as n from contact_messages`.execute(here.db)).rows[0]?.n)
  return { here, owner, newCaptcha, sends, inbox, count }
}

/** Returns a solved challenge, as a browser sends it. */
export async function solved({ challenge }: Captcha) {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64")
}

/** A message, as the form sends it. */
export const letter = {
  channel: "email",
  email: "ilse@exemple.be",
  name: "Ilse Vandoorn",
  subject: "Une date en mars",
  message: "Bonsoir,\nla grande nef est-elle libre le 12 ?",
}

const fr = {
  numbers:
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt".split(
      " ",
    ),
  days: "lundi mardi mercredi jeudi vendredi samedi dimanche".split(" "),
  months: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" "),
  ordinals: "premier deuxième troisième quatrième".split(" "),
}

/** Answers a French question as a person would. */
export function answerOf(question: string): string {
  const text = question.replaceAll("\u00a0", " ")
  const value = (word = "") => fr.numbers.indexOf(word)
  const after = (list: string[], word = "") => list[(list.indexOf(word) + 1) % list.length] as string
  const [, a, sign, b] = /^Combien font (\S+) (plus|moins) (\S+)/.exec(text) ?? []
  if (sign) return String(sign === "plus" ? value(a) + value(b) : value(a) - value(b))
  const digits = /en chiffres : (\S+)\.$/.exec(text)?.[1]
  if (digits) return String(value(digits))
  const largest = /ces nombres : (.*) \?$/.exec(text)?.[1]
  if (largest) return fr.numbers[Math.max(...largest.split(", ").map(value))] as string
  const [, nth = "", words = ""] = /^Quel est le (\S+) mot de cette liste : (.*) \?$/.exec(text) ?? []
  if (words) return words.split(", ")[fr.ordinals.indexOf(nth)] as string
  const first = /^Des mots « (.*) » et/.exec(text)?.[1]
  if (first) return first
  const [, kind, word] = /^Quel (jour|mois) vient juste après (\S+) \?$/.exec(text) ?? []
  return kind === "jour" ? after(fr.days, word) : after(fr.months, word)
}
