import type { BrowserContextOptions } from "playwright-core"
import type { Site } from "../../instances/server.ts"
import { type SignedUp, signsUp } from "../../worlds/signed-up.ts"
import { linkMailedTo, newName } from "./accounts-people.ts"

export type Person = SignedUp & {
  /** The storage state with which this person’s windows are opened. */
  state: Exclude<BrowserContextOptions["storageState"], string | undefined>
}

/** Creates an account with a verified address over the API, for tests that are about something else. */
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

/** Gives an account a published page, a venue unless `page` says otherwise. A person’s page becomes the account’s identity. */
export async function givePage(
  owner: Person,
  page: { fid: string; name: string; type?: string; [more: string]: unknown },
) {
  await owner.ask("POST", "/api/actors/", { type: "place", language: "fr", status: "published", ...page })
  if (page.type === "person") await owner.ask("PATCH", "/api/me/", { identity: page.fid })
}

/** Creates a draft of a venue over the API, as quickly as possible. */
export const makesVenue = (owner: Person, fid: string, more: object = {}) =>
  owner.ask("POST", "/api/actors/", {
    type: "place",
    fid,
    name: "Le Hangar",
    language: "fr",
    summary: { fr: "Une salle" },
    ...more,
  })
