import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { envExample, variablesOfExample } from "#test/env-example.ts"
import { ConfigError, readConfig, warningsOf } from "./config.ts"

test("every variable is optional, and an empty variable counts as absent", () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    host: "127.0.0.1",
    port: 3000,
    publicUrl: "http://localhost:3000",
    siteName: "Foyer",
    timezone: "Europe/Brussels",
  })
  const empty = Object.fromEntries(variablesOfExample().map((name) => [name, ""]))
  expect(readConfig(empty)).toEqual(config)
})

test("values are normalised: PUBLIC_URL to an origin, the IBAN to its compact form, CACHE=0 to false", () => {
  expect(readConfig({ PORT: "8080" }).publicUrl).toBe("http://localhost:8080")
  expect(readConfig({ PUBLIC_URL: "https://foyer.example/" }).publicUrl).toBe("https://foyer.example")
  // Normalised as browsers and other servers write an origin, because they compare it as a string.
  expect(readConfig({ PUBLIC_URL: "https://Foyer.Example:443" }).publicUrl).toBe("https://foyer.example")
  expect(readConfig({ DONATION_IBAN: "be71 0961 2345 6769" }).donation).toMatchObject({
    name: "Foyer",
    iban: "BE71096123456769",
  })
  expect(readConfig({ CACHE: "0" }).cache).toBe(false)
})

test.each([
  ["NODE_ENV", "staging"],
  ["PORT", "0"],
  ["PORT", "65536"],
  ["PORT", "http"],
  ["PORT", "80.5"],
  ["PUBLIC_URL", "foyer.example"],
  ["PUBLIC_URL", "ftp://foyer.example"],
  ["PUBLIC_URL", "javascript:alert(1)"],
  ["PUBLIC_URL", "https://foyer.example/agenda"],
  ["PUBLIC_URL", "https://foyer.example?x=1"],
  ["PUBLIC_URL", "https://me:secret@foyer.example"],
  ["FEDERATION_KEY", "short"],
  ["DATABASE_URL", "mysql://localhost/foyer"],
  ["DATABASE_URL", "localhost"],
  ["DATABASE_POOL", "1"],
  ["DATABASE_POOL", "many"],
  ["SAMPLE", "some"],
  ["GAZETTEER", "some"],
  ["GEOCODER_URL", "photon.example"],
  ["GEOCODER_URL", "https://me:secret@photon.example"],
  ["GEOCODER_KIND", "google"],
  ["GEOCODER_RATE", "0"],
  ["SITE_NAME", "   "],
  ["SITE_NAME", "x".repeat(41)],
  ["SITE_TIMEZONE", "Mars/Olympus"],
  ["SITE_CONTACT", "nobody"],
  ["DONATION_IBAN", "1234"],
  ["DONATION_BIC", "short"],
  ["TRUST_PROXY", "-1"],
  ["TRUST_PROXY", "yes"],
  ["DRAIN_SECONDS", "-1"],
  ["DRAIN_SECONDS", "long"],
  ["LOG_LEVEL", "loud"],
  ["CACHE", "maybe"],
  ["STORAGE", "tape"],
  ["S3_ENDPOINT", "store.example"],
  ["S3_BUCKET", "-"],
  ["S3_PREFIX", "/../x"],
  ["PAGE_QUOTA", "0"],
  ["CLAMAV_HOST", "localhost"],
])("readConfig refuses %s=%s with an error that names the variable", (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${name}: .{5,}`))
})

test("all invalid variables are reported in one error", () => {
  expect(() => readConfig({ PORT: "x", CACHE: "y", SITE_CONTACT: "z" })).toThrow(/PORT: [^]*SITE_CONTACT: [^]*CACHE: /)
})

test("a warning names TRUST_PROXY if it is missing, and PUBLIC_URL if it is a public address without https", () => {
  const warnings = (variables: Record<string, string>) => warningsOf(readConfig(variables))
  expect(warnings({})).toEqual([])
  expect(warnings({ PUBLIC_URL: "http://192.168.1.4:3000" })).toEqual([])
  expect(warnings({ PUBLIC_URL: "https://foyer.example", TRUST_PROXY: "1" })).toEqual([])
  expect(warnings({ PUBLIC_URL: "https://foyer.example" })).toEqual([expect.stringMatching(/^TRUST_PROXY /)])
  expect(warnings({ PUBLIC_URL: "http://foyer.example" })).toEqual([expect.stringMatching(/^PUBLIC_URL /)])
})

test("S3 settings must be complete, and select the object store unless STORAGE says otherwise", () => {
  const store = { S3_BUCKET: "foyer", S3_KEY_ID: "id", S3_SECRET: "secret" }
  expect(readConfig({}).storage).toBe("disk")
  expect(readConfig(store)).toMatchObject({ storage: "s3", s3: { bucket: "foyer", pathStyle: false, prefix: "" } })
  const own = { ...store, S3_ENDPOINT: "http://localhost:9000", S3_PREFIX: "a/b", STORAGE: "disk" }
  expect(readConfig(own)).toMatchObject({ storage: "disk", s3: { prefix: "a/b/", pathStyle: true } })
  expect(() => readConfig({ STORAGE: "s3" })).toThrow(/S3_BUCKET: .*STORAGE=s3/)
  expect(() => readConfig({ S3_BUCKET: "foyer" })).toThrow(/S3_KEY_ID: [^]*S3_SECRET: /)
})

test("every variable is in .env.example, and nothing else is", () => {
  const source = readFileSync(new URL("config.ts", import.meta.url), "utf8")
  const schema = source.slice(source.indexOf("z.object({"), source.indexOf("export type Config"))
  const read = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name as string)
  expect(read.length).toBeGreaterThan(10)
  // NODE_ENV belongs to Node.js and is not in the example.
  expect(variablesOfExample().toSorted()).toEqual(read.filter((name) => name !== "NODE_ENV").toSorted())
})

test(".env.example is a valid configuration", () => {
  const lines = envExample().matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)
  expect(() => readConfig(Object.fromEntries([...lines].map(([, name, value]) => [name, value])))).not.toThrow()
})
