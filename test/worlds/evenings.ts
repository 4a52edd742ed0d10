import { expect } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { tomorrow } from "./world.ts"
import type { writingWorld } from "./writing-world.ts"

/** An event of tomorrow evening at the world's venue, as the API takes it. */
export const evening = {
  title: { fr: "Radio Minuit", nl: "Radio Middernacht" },
  category: "music",
  organizers: ["hangar"],
  place: "hangar",
  start: `${tomorrow()}T20:30`,
  end: `${tomorrow()}T22:30`,
}

/** Creates such an event over the API, with further fields; returns the response. */
export async function makesEvening(
  here: Awaited<ReturnType<typeof writingWorld>>,
  said: object = {},
  viewer: SignedIn = here.hangar.viewer,
) {
  const answer = await here.ask(viewer, "POST", "/api/contents/events/", { ...evening, ...said })
  expect([answer.status, answer.body]).toEqual([201, expect.objectContaining({ id: expect.any(Number) })])
  return answer
}
