import type { Actor } from "./actor.ts"
import { type ActorType, fidPattern, isActorType } from "./actor-types.ts"

/** Whom a form names: a page, or only a name (`fid` empty). */
export type Picked = { fid: string; name: string; type?: ActorType | undefined }

/** What a picker sends beside the fid: `place` the fid, `place.text` the words, `place.type` the shape. */
export function pickedFields(name: string, picked: Picked | null): Record<string, string> {
  return {
    [name]: picked?.fid ?? "",
    [`${name}.text`]: picked?.name ?? "",
    [`${name}.type`]: picked?.type ?? "",
  }
}

/** Whom the fields of a picker name; null when they name nobody. Words without a page are only a name. */
export function pickedIn(fields: Readonly<Record<string, string>>, name: string): Picked | null {
  const [fid = "", text = ""] = [fields[name], fields[`${name}.text`]].map((value) => value?.trim())
  const type = fields[`${name}.type`]
  return fid || text ? { fid, name: text || fid, ...(isActorType(type) ? { type } : {}) } : null
}

type Look = {
  get(path: "/api/actors/{fid}/", parameters: { fid: string }): Promise<Actor>
  list(
    path: "/api/actors/",
    parameters: { q: string; type?: string; limit: number },
  ): Promise<{ items: Actor[]; total: number }>
}

/**
 * Whom a picker means: the page that was chosen, or, without script, the page that has these words as its identifier or
 * as its whole name. `several` and `none` when the words do not say it.
 */
export async function resolvePicked(
  api: Look,
  picked: Picked,
  types?: readonly ActorType[],
): Promise<{ fid: string } | "several" | "none"> {
  if (picked.fid) return { fid: picked.fid }
  const words = picked.name.replace(/^@/, "").split("@")[0]?.trim() ?? ""
  if (picked.name.startsWith("@") && fidPattern.test(words)) {
    const known = await api.get("/api/actors/{fid}/", { fid: words }).catch(() => undefined)
    return known && (!types || types.includes(known.type)) ? { fid: known.fid } : "none"
  }
  const { items } = await api.list("/api/actors/", {
    q: picked.name,
    ...(types ? { type: types.join(",") } : {}),
    limit: 50,
  })
  const same = items.filter((one) => plain(one.name) === plain(picked.name) || one.fid === picked.name)
  if (same.length > 1) return "several"
  return same[0] ? { fid: same[0].fid } : "none"
}

/** Without accents, case and signs: names that are read alike are the same. */
export function plain(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}

/** Letters that are no letter with an accent to Unicode, and still have a plain way to be written. */
const folded: Record<string, string> = {
  œ: "oe",
  æ: "ae",
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
}

/** A fid made from a name: `Théâtre du Port` → `theatre-du-port`. Empty when nothing of it can be one. */
export function fidFrom(name: string): string {
  const words = plain(name)
    .replaceAll(/[œæßøłđðþı]/g, (letter) => folded[letter] ?? letter)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
  const short = words.slice(0, 30).replaceAll(/^-+|-+$/g, "")
  const fid = short.length >= 3 ? short : short && `${short}_page`.slice(0, 30)
  return fidPattern.test(fid) ? fid : ""
}
