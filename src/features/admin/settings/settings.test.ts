import { expect, test } from "vitest"
import { readConfig } from "#config/config.ts"
import { variablesOfExample } from "#test/env-example.ts"
import { listSettings } from "./queries.server.ts"

const secrets = {
  DATABASE_URL: "postgres://app:motdepasse-a@db.example/foyer",
  SMTP_URL: "smtps://nom:motdepasse-b@mail.example",
  FEDERATION_KEY: "c".repeat(43),
  S3_BUCKET: "foyer",
  S3_KEY_ID: "cle-d",
  S3_SECRET: "secret-e",
  GEOCODER_URL: "https://photon.example/?key=cle-f",
  MAP_STYLE_URL: "https://tiles.example/style.json?key=cle-g",
  MAP_PMTILES: "https://tiles.example/region.pmtiles?key=cle-h",
}
const open = { REGISTRATIONS: "closed", MAP_ORIGINS: "https://glyphs.example" }

test("every variable of the configuration is among the settings, once", () => {
  const names = listSettings(readConfig({})).map(({ name }) => name)
  // NODE_ENV belongs to Node and stands in no example file.
  expect(names.toSorted()).toEqual([...variablesOfExample(), "NODE_ENV"].toSorted())
})

test("the list of settings shows plain values, and only whether a secret is set", () => {
  const told = listSettings(readConfig({ PUBLIC_URL: "https://foyer.example", ...open, ...secrets }))
  const of = (name: string) => told.find((one) => one.name === name)
  expect(of("REGISTRATIONS")).toEqual({ name: "REGISTRATIONS", group: "site", value: "closed", is_secret: false })
  expect(of("SITE_CONTACT")).toMatchObject({ value: null, is_secret: false })
  expect(of("MAP_ORIGINS")).toMatchObject({ value: "https://glyphs.example" })
  expect(of("FEDERATION_ALLOW_ONLY")).toMatchObject({ value: "0" })
  for (const name of Object.keys(secrets).filter((one) => one !== "S3_BUCKET"))
    expect(of(name), name).toMatchObject({ value: null, is_secret: true })
  expect(JSON.stringify(told)).not.toMatch(/motdepasse|cle-|secret-e|cccc/)
  expect(listSettings(readConfig({})).filter(({ is_secret }) => is_secret)).toEqual([])
})
