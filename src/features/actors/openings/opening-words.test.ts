import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Opening } from "./opening.ts"
import { aboutIn, periodIn } from "./opening-words.ts"

const [fr, en, nl] = [messagesIn("fr"), messagesIn("en"), messagesIn("nl")]

test("a period within one month names the month and the year once", () => {
  expect(periodIn(fr, "2031-04-03", "2031-04-14")).toBe("Du 3 au 14 avril 2031")
  expect(periodIn(en, "2031-04-01", "2031-04-14")).toBe("1 to 14 April 2031")
  expect(periodIn(nl, "2031-04-01", "2031-04-14")).toBe("Van 1 tot en\u00a0met 14 april 2031")
  expect(periodIn(fr, "2031-03-30", "2031-04-02")).toBe("Du 30 mars 2031 au 2 avril 2031")
})

test("French dates write the first day of a month as 1er", () => {
  expect(periodIn(fr, "2031-04-01", "2031-04-14")).toBe("Du 1er au 14 avril 2031")
  expect(periodIn(fr, "2031-04-01", "2031-04-01")).toBe("1er avril 2031")
  expect(fr.date("2031-04-01", "full")).toBe("mardi 1er avril 2031")
  expect(fr.date("2031-04-21", "full")).toBe("lundi 21 avril 2031")
  expect(fr.date("2031-04-11", "dayMonth")).toBe("11 avr. 2031")
})

test("an opening is summarised by its categories, rooms and town in three languages", () => {
  const opening = {
    categories: ["theatre", "dance"],
    spaces: ["stage", "outdoors"],
    town: "Liège",
  } as unknown as Opening
  expect(aboutIn(fr, opening)).toBe("Théâtre et danse · Salle équipée et plein air · Liège")
  expect(aboutIn(en, opening)).toBe("Theatre and dance · Equipped room and outdoors · Liège")
  expect(aboutIn(nl, opening)).toBe("Theater en dans · Uitgeruste zaal en openlucht · Liège")
})
