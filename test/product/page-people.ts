import type { BrowserContextOptions } from "playwright-core"
import type { Site } from "../server.ts"
import { type SignedUp, signsUp } from "../signed-up.ts"
import { linkMailedTo, newName } from "./accounts-people.ts"

export type Person = SignedUp & {
  /** What a window of theirs is opened with. */
  state: Exclude<BrowserContextOptions["storageState"], string | undefined>
}

/** Somebody with an account and a verified address, made over the API: for tests that are about something else. */
export async function somebody({ url, dataDir }: Site, stem?: string): Promise<Person> {
  const person = await signsUp(url, newName(stem))
  const link = await linkMailedTo(dataDir, person.email, "/verify")
  await person.send("POST", "/api/auth/verify/", { token: new URL(link).searchParams.get("token") })
  const cookies = [...person.jar].map(([name, value]) => ({
    name,
    value,
    domain: new URL(url).hostname,
    path: "/",
    expires: -1,
    httpOnly: name === "sessionid",
    secure: false,
    sameSite: "Lax" as const,
  }))
  return { ...person, state: { cookies, origins: [] } }
}

/** Gives somebody a published page, a venue unless said otherwise. A page of a person is who they are from then on. */
export async function givePage(
  owner: Person,
  page: { fid: string; name: string; type?: string; [more: string]: unknown },
) {
  await owner.ask("POST", "/api/actors/", { type: "place", language: "fr", status: "published", ...page })
  if (page.type === "person") await owner.ask("PATCH", "/api/me/", { identity: page.fid })
}

/** A draft of a venue, made over the API, as quickly as that goes. */
export const makesVenue = (owner: Person, fid: string, more: object = {}) =>
  owner.ask("POST", "/api/actors/", {
    type: "place",
    fid,
    name: "Le Hangar",
    language: "fr",
    summary: { fr: "Une salle" },
    ...more,
  })
