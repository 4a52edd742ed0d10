import type { Actor } from "./actor.ts"
import { type ActorType, fidPattern, isActorType } from "./actor-types.ts"

/** The choice in an actor picker: a page, or only a name (`fid` empty). */
export type Picked = { fid: string; name: string; type?: ActorType | undefined }

/** Writes a choice as form fields: `place` the fid, `place.text` the name, `place.type` the actor type. */
export function pickedFields(name: string, picked: Picked | null): Record<string, string> {
  return {
    [name]: picked?.fid ?? "",
    [`${name}.text`]: picked?.name ?? "",
    [`${name}.type`]: picked?.type ?? "",
  }
}

/** Reads a choice from form fields; null when they are empty. Text without a page is only a name. */
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
 * Finds the page a choice refers to: the page that was chosen or, without script, the page whose identifier or whole name was
 * typed. `several` and `none` when the text is ambiguous or unknown.
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

/** Folds accents, case and punctuation, so that names that read alike are equal. */
export function plain(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}

/** Letters that Unicode does not decompose into a letter and an accent, with their plain spelling. */
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

/** Makes a fid from a name: `Théâtre du Port` → `theatre-du-port`. Empty when the name has no usable letter. */
export function fidFrom(name: string): string {
  const words = plain(name)
    .replaceAll(/[œæßøłđðþı]/g, (letter) => folded[letter] ?? letter)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
  const short = words.slice(0, 30).replaceAll(/^-+|-+$/g, "")
  const fid = short.length >= 3 ? short : short && `${short}_page`.slice(0, 30)
  return fidPattern.test(fid) ? fid : ""
}
