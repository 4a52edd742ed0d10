import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { kindIn, sizeIn } from "./document-words.ts"

test("sounds and PDFs are labelled MP3, M4A, FLAC and PDF", () => {
  expect(["audio/mpeg", "audio/mp4", "audio/flac", "application/pdf"].map(kindIn)).toEqual([
    "MP3",
    "M4A",
    "FLAC",
    "PDF",
  ])
})

test("sizes are rounded to kB or GB, with 0 kB for an empty file and 1 kB for a few bytes", () => {
  const en = messagesIn("en")
  expect([0, 12, 340_000, 2_100_000_000].map((bytes) => sizeIn(en, bytes))).toEqual([
    "0 kB",
    "1 kB",
    "340 kB",
    "2.1 GB",
  ])
})
