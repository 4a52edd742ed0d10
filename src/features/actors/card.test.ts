import sharp from "sharp"
import { expect, test } from "vitest"
import { testSite } from "#test/worlds/visitor.ts"
import { world as someWorld } from "#test/worlds/world.ts"
import { saveActors } from "./store.server.ts"
import { actorCards } from "./card.server.ts"

test("a published page has a PNG card; a draft's card is the same 404 as that of an unknown page", async () => {
  const there = await someWorld()
  await saveActors(there.db, [
    { fid: "hidden", type: "place", name: "La maison secrète", language: "fr", status: "draft" },
    { fid: "evil", type: "person", name: "</svg><script>1</script>", language: "fr", status: "published" },
  ])
  const cards = actorCards(testSite(there.db).world)
  for (const fid of ["hangar", "nour", "seuils", "rhizome", "evil"]) {
    const answer = await cards.request(`/actors/${fid}/card.png`)
    expect(`${fid} ${answer.status}`).toBe(`${fid} 200`)
    const png = Buffer.from(await answer.arrayBuffer())
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 })
    const again = await cards.request(`/actors/${fid}/card.png`, {
      headers: { "if-none-match": answer.headers.get("etag") ?? "" },
    })
    expect(again.status).toBe(304)
  }
  const [draft, nobody, odd] = await Promise.all(
    ["hidden", "nobody", "%00"].map((fid) => cards.request(`/actors/${fid}/card.png`)),
  )
  expect([draft?.status, nobody?.status, odd?.status]).toEqual([404, 404, 404])
  expect(await draft?.text()).toBe(await nobody?.text())
})
