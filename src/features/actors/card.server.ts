import { Hono } from "hono"
import type { World } from "#http/world.ts"
import { fileAnswer, noFile } from "#http/files/file-answers.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { inkOf } from "#ui/poster/inks.ts"
import { planPoster, type PosterWords } from "#ui/poster/poster.ts"
import { cardOf } from "#ui/poster/poster-card.server.ts"
import { paths } from "#web/paths.ts"
import type { Actor } from "./actor.ts"
import { findActor, findRenamed } from "./queries.server.ts"
import { isPossibleFid } from "./fids/possible-fid.ts"

/** Serves `/actors/{fid}/card.png`: the 1200 × 630 picture of a page for link previews (Open Graph). */
export function actorCards({ db, config }: World) {
  return new Hono().get("/actors/:fid/card.png", async (c) => {
    const fid = c.req.param("fid")
    const isPossible = isPossibleFid(fid)
    const actor = isPossible ? await findActor(db, null, fid, config) : undefined
    const renamed = isPossible && !actor ? await findRenamed(db, null, fid) : undefined
    if (renamed) return c.redirect(paths.actorCard(renamed), 301)
    if (!actor) return noFile(c)
    const words = wordsOf(actor)
    const png = await cardOf(`actor ${JSON.stringify(words)}`, () => words)
    return fileAnswer(c, new Uint8Array(png), { type: "image/png" })
  })
}

/** Composes the poster of a page: its name, type and city. Designs that show a date are skipped, since a page has none. */
function wordsOf({ fid, name, type, category, location, language }: Actor): PosterWords {
  const kind = messagesIn(language)(`ui.type_${type}`)
  const words = { id: fid, title: name, ink: category ?? inkOf(fid), place: kind, city: location?.locality ?? "" }
  let roll = 0
  while (planPoster({ ...words, roll }).figure === "day") roll++
  return { ...words, roll }
}
