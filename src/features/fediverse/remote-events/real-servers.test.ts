import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { expect, test } from "vitest"
import { elsewhereWorld, everyone, soon } from "#test/elsewhere/fediverse-elsewhere.ts"
import { sharedData, withoutSharedData } from "#test/shared.ts"

const folder = resolve(sharedData, "../fixtures/activitypub")
const isAbsent = withoutSharedData && !existsSync(folder)

// Activities of real servers, as if an account that we follow had sent them today.
test
  .skipIf(isAbsent)
  .each([
    "bonfire-assets/mobilizon.org-event.json",
    "mobilizon/gancio-event-activity.json",
    "live/wordpress-event-bridge-0.3.5/create-event.json",
    "live/wordpress-event-bridge-0.3.5/event.json",
    "fep/8a8e/01-object-type-event.json",
  ])("an event as in %s is created, updated and deleted", async (file) => {
  const { lena, befriends, does, followed, peer } = await elsewhereWorld()
  await befriends(lena, "salle")
  const read = JSON.parse(readFileSync(resolve(folder, file), "utf8"))
  const sent = read.type === "Event" ? read : read.object
  const id = `${peer.origin}/events/real`
  const event = {
    ...sent,
    id,
    attributedTo: peer.id("salle"),
    actor: peer.id("salle"),
    to: [everyone],
    startTime: `${soon}T18:00:00Z`,
    endTime: `${soon}T20:00:00Z`,
    updated: "2026-11-01T10:00:00Z",
  }

  expect(await does("salle", { type: "Create", to: [everyone], object: event })).toBe(202)
  const [came] = await followed(lena)
  expect(Object.values(came.title).join()).toContain(String(sent.name ?? Object.values(sent.nameMap)[0]).slice(0, 10))
  const later = { ...event, updated: "2026-11-02T10:00:00Z", name: "Autrement", nameMap: undefined }
  await does("salle", { type: "Update", object: later })
  expect(Object.values((await followed(lena))[0].title)).toContain("Autrement")
  await does("salle", { type: "Delete", object: later })
  expect(await followed(lena)).toEqual([])
})
