import { sql } from "kysely"
import { expect } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import type { Match, Opening } from "#features/actors/openings/opening.ts"
import { tomorrow } from "./world.ts"
import { writingWorld } from "./writing-world.ts"

/** Returns the address of a page's openings in the API. */
export const openingsOf = (fid: string) => `/api/actors/${fid}/openings/`

/** An offer of next month that everybody sees, as the API takes it. */
export const may = { kind: "offer", starts_on: tomorrow(30), ends_on: tomorrow(60), is_public: true } as const

/** Returns the world with lena, who works for no page, and what is needed to make openings and read their matches. */
export async function openingWorld() {
  const here = await writingWorld()
  const lena = await here.newcomer("lena")

  /** Adds a demand of the hangar (Brussels) and an offer of the group (Liège, some 90 km away); arguments override fields. */
  async function both(house: object = {}, artist: object = {}) {
    const [asked, free] = await Promise.all([
      here.ask(here.hangar.viewer, "POST", openingsOf("hangar"), { ...may, kind: "demand", radius: 100, ...house }),
      here.ask(here.seuils.viewer, "POST", openingsOf("seuils"), { ...may, radius: 100, ...artist }),
    ])
    expect([asked.status, free.status]).toEqual([201, 201])
    return { asked: asked.body as Opening, free: free.body as Opening }
  }

  async function matchesOf(someone: { fid: string; viewer: SignedIn }, query = ""): Promise<Match[]> {
    const { status, body } = await here.ask(someone.viewer, "GET", `/api/actors/${someone.fid}/matches/${query}`)
    expect(status).toBe(200)
    return body
  }

  /** Removes all openings, and brings back the pages that a test deleted. */
  async function clears() {
    await sql`delete from openings`.execute(here.db)
    await sql`update actors set deleted_at = null, deleted_status = null, status = 'published'`.execute(here.db)
  }

  return { here, lena, both, matchesOf, clears }
}
