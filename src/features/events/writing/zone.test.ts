import { expect, test } from "vitest"
import { saveActors } from "#features/actors/store.server.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

test("a new event has the requested time zone, else that of its place or address, else the instance's", async () => {
  const { db, ask, json, hangar, end } = await writingWorld()
  try {
    await saveActors(db, [
      {
        fid: "cellar",
        type: "place",
        name: "The Cellar",
        language: "en",
        status: "published",
        location: { locality: "London", country: "GB", lat: 51.5072, lon: -0.1276, precision: "exact" },
      },
    ])
    const makes = async (said: object) => {
      const evening = { title: { fr: "Bal" }, category: "party", organizers: ["hangar"], start: "2031-02-04T20:30" }
      const { status, body } = await ask(hangar.viewer, "POST", "/api/contents/events/", { ...evening, ...said })
      expect(status).toBe(201)
      return [body.timezone, body.start]
    }
    const london = ["Europe/London", "2031-02-04T20:30:00+00:00"]
    expect(await makes({ place: "cellar" })).toEqual(london)
    expect(await makes({ location: { locality: "London", country: "GB" } })).toEqual(london)
    expect(await makes({ place: "cellar", timezone: "Europe/Brussels" })).toEqual([
      "Europe/Brussels",
      "2031-02-04T20:30:00+01:00",
    ])
    expect(await makes({ location: { country: "US" } })).toEqual(["Europe/Brussels", "2031-02-04T20:30:00+01:00"])
    expect(await makes({})).toEqual(["Europe/Brussels", "2031-02-04T20:30:00+01:00"])

    expect((await json("/api/actors/cellar/")).location.timezone).toBe("Europe/London")
  } finally {
    await end()
  }
})
