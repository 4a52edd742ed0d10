import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { apiWorld } from "./api-world.ts"
import { world } from "./world.ts"

export type TestResponse = { status: number; body: any; headers: Headers } // oxlint-disable-line typescript/no-explicit-any

const csrf = "c".repeat(32)

/** Returns the world over its API, where anybody can send requests as themselves, and functions that add people. */
export async function writingWorld(people?: Awaited<ReturnType<typeof world>>, settings: Record<string, string> = {}) {
  const there = await apiWorld(people ?? (await world()), settings)
  const origin = settings.PUBLIC_URL ?? "https://foyer.example"

  /** Sends a request as this viewer (null: not signed in), with the CSRF token as our pages send it. */
  const ask = async (
    viewer: Viewer,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> => {
    const answer = await there.api.fetch(
      new Request(`${origin}${path}`, {
        method,
        headers: {
          origin,
          cookie: `csrftoken=${csrf}`,
          "x-csrftoken": csrf,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
      { viewer },
    )
    const text = await answer.text()
    const isJson = /json/.test(answer.headers.get("content-type") ?? "")
    return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers }
  }

  /** Creates a verified account without a page, with further properties. */
  const newcomer = async (username: string, said: Partial<SignedIn> = {}): Promise<SignedIn> => {
    const { id } = await there.db
      .insertInto("users")
      .values({ username, password: "$argon2id$nobody", language: "fr", timezone: "Europe/Brussels" })
      .returning("id")
      .executeTakeFirstOrThrow()
    await there.db
      .insertInto("emails")
      .values({
        user_id: id,
        email: `${username}@foyer.example`,
        is_primary: true,
        verified_at: said.isVerified === false ? null : new Date(),
      })
      .execute()
    return {
      userId: id,
      username,
      name: username,
      actorId: null,
      fid: null,
      isVerified: true,
      isModerator: false,
      isAdmin: false,
      sessionId: null,
      scopes: null,
      ...said,
    }
  }

  /** Gives a person an accepted role on a page. */
  const gives = async (viewer: SignedIn, actorId: number, relation: string) => {
    await there.db
      .insertInto("relations")
      .values({ actor_id: actorId, user_id: viewer.userId, relation, status: "accepted" })
      .execute()
    return viewer
  }
  return { ...there, ask, newcomer, gives }
}
