import { resolve } from "node:path"
import { z } from "zod"
import type { S3Settings } from "./s3-settings.ts"

const port = z.coerce.number().int().min(1).max(65535)
const flag = z.enum(["0", "1", "true", "false"]).transform((value) => value === "1" || value === "true")

/** Every variable the application reads. `.env.example` documents each; an empty value counts as absent. */
const variables = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  HOST: z.string().default("127.0.0.1"),
  PORT: port.default(3000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      (address) => isOrigin(address),
      "must be a scheme and a host, such as https://foyer.example, and nothing after it",
    )
    .transform((address) => new URL(address).origin)
    .optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DATA_DIR: z
    .string()
    .default("./data")
    .transform((path) => resolve(path)),
  FFMPEG: z.string().default("ffmpeg"),
  SAMPLE: z.enum(["auto", "none"]).default("auto"),
  GAZETTEER: z.enum(["auto", "none"]).default("auto"),
  GEOCODER_URL: z
    .url({ protocol: /^https?$/ })
    .refine((address) => !/^\w+:\/\/[^/?#]*@/.test(address), "must not hold a name or password")
    .optional(),
  GEOCODER_KIND: z.enum(["photon", "nominatim"]).optional(),
  GEOCODER_RATE: z.coerce.number().min(0.1).max(100).default(1),
  SITE_NAME: z.string().trim().min(1).max(40).default("Foyer"),
  SITE_TIMEZONE: z
    .string()
    .default("Europe/Brussels")
    .refine((zone) => isTimeZone(zone), "is not an IANA time zone"),
  SITE_CONTACT: z.email().optional(),
  SOURCE_URL: z.url({ protocol: /^https?$/ }).optional(),
  DONATION_NAME: z.string().trim().min(1).max(70).optional(),
  DONATION_IBAN: z
    .string()
    .transform((value) => value.replaceAll(/\s/g, "").toUpperCase())
    .pipe(z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, "is not an IBAN"))
    .optional(),
  DONATION_BIC: z
    .string()
    .regex(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/, "is not a BIC")
    .optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  DRAIN_SECONDS: z.coerce.number().min(0).max(600).default(5),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  CACHE: flag.default(true),
  LIMITS: flag.default(true),
  IMPORTED_PICTURES_MB: z.coerce.number().int().min(0).max(10_000_000).default(4096),
  PEERTUBE_HOSTS: z
    .string()
    .default("")
    .transform((hosts) =>
      hosts
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .pipe(z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "is not a list of host names")).max(50)),
  REGISTRATIONS: z.enum(["open", "closed"]).default("open"),
  FEDERATION: z.enum(["on", "off"]).default("on"),
  FEDERATION_KEY: z
    .string()
    .transform((keys) => keys.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.string().regex(/^[A-Za-z0-9_-]{43}$/, "is not a list of keys of 43 characters (base64url)")).max(5))
    .optional(),
  FEDERATION_ALLOW_ONLY: flag.default(false),
  FEDERATION_AUTHORIZED_FETCH: flag.default(false),
  OUTBOUND_PRIVATE: flag.default(false),
  STORAGE: z.enum(["disk", "s3"]).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().trim().default("us-east-1"),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,253}$/, "is not the name of a bucket")
    .optional(),
  S3_KEY_ID: z.string().optional(),
  S3_SECRET: z.string().optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, "is not a path in a bucket")
    .transform((path) => path.replace(/\/?$/, "/"))
    .optional(),
  S3_PATH_STYLE: flag.optional(),
  PAGE_QUOTA: z.coerce.number().int().min(1).max(1_000_000).default(2000),
  CLAMAV_HOST: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, "is not a host and a port, such as localhost:3310")
    .transform((value) => ({ host: value.split(":")[0] as string, port: Number(value.split(":")[1]) }))
    .optional(),
  MAP_STYLE_URL: z.url({ protocol: /^https?$/ }).optional(),
  MAP_PMTILES: z.string().trim().min(1).max(1000).optional(),
  MAP_ORIGINS: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin)))
    .default([]),
  MAP_ATTRIBUTION: z.string().trim().min(1).max(300).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().optional(),
})

/** The variables with the rules that concern several of them at once. */
const environment = variables.superRefine(({ STORAGE, S3_BUCKET, S3_KEY_ID, S3_SECRET }, context) => {
  const say = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message })
  if (STORAGE === "s3" && !S3_BUCKET) say("S3_BUCKET", "is needed with STORAGE=s3")
  if (S3_BUCKET && !S3_KEY_ID) say("S3_KEY_ID", "is needed with S3_BUCKET")
  if (S3_BUCKET && !S3_SECRET) say("S3_SECRET", "is needed with S3_BUCKET")
})

export type Config = ReturnType<typeof readConfig>

/**
 * Parses the configuration. Throws a ConfigError whose message names each variable that is wrong.
 * @param from usually `process.env`
 */
export function readConfig(from: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined && value !== ""))
  const result = environment.safeParse(given)
  if (!result.success) {
    throw new ConfigError(result.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`).join("\n"))
  }
  const env = result.data

  return {
    mode: env.NODE_ENV,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    dataDir: env.DATA_DIR,
    ffmpeg: env.FFMPEG,
    sample: env.SAMPLE,
    gazetteer: env.GAZETTEER,
    geocoder: env.GEOCODER_URL
      ? { url: env.GEOCODER_URL, kind: env.GEOCODER_KIND, perSecond: env.GEOCODER_RATE }
      : undefined,
    siteName: env.SITE_NAME,
    timezone: env.SITE_TIMEZONE,
    contact: env.SITE_CONTACT,
    sourceUrl: env.SOURCE_URL,
    donation: env.DONATION_IBAN
      ? { name: env.DONATION_NAME ?? env.SITE_NAME, iban: env.DONATION_IBAN, bic: env.DONATION_BIC }
      : undefined,
    trustProxy: env.TRUST_PROXY,
    drainSeconds: env.DRAIN_SECONDS,
    logLevel: env.LOG_LEVEL,
    cache: env.CACHE,
    limits: env.LIMITS,
    /** Largest total size of the pictures of imports, in bytes. */
    importedPictures: env.IMPORTED_PICTURES_MB * 1024 ** 2,
    peertubeHosts: env.PEERTUBE_HOSTS as readonly string[],
    registrations: env.REGISTRATIONS,
    federation: federationOf(env),
    storage: env.STORAGE ?? (env.S3_BUCKET ? "s3" : "disk"),
    s3: s3Of(env),
    pageQuota: env.PAGE_QUOTA * 1_000_000,
    scanner: env.CLAMAV_HOST,
    map: mapOf(env),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
  } as const
}

/** Returns warnings for settings that are valid but usually a mistake, one sentence each. They are logged at startup. */
export function warningsOf({ publicUrl, trustProxy }: Pick<Config, "publicUrl" | "trustProxy">): string[] {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === "https:")
    return trustProxy > 0
      ? []
      : [
          "TRUST_PROXY is 0, but PUBLIC_URL is https, so a proxy stands in front: all visitors count as one, who is soon asked to wait. " +
            "Set TRUST_PROXY to the number of proxies that add X-Forwarded-For",
        ]
  return hasPublicName(hostname)
    ? ["PUBLIC_URL is http: whatever people send can be read on its way, and nothing is sent to the Fediverse"]
    : []
}

/** Returns whether others can look this host name up: an IP address or a name of this machine alone is not such a name. */
function hasPublicName(hostname: string) {
  return !/^localhost$|\.localhost$|^\[|^[\d.]+$/.test(hostname)
}

/**
 * Returns whether a web address has only a scheme, a host, and perhaps a port and slashes. An address that cannot be parsed
 * passes, since `z.url` reports it.
 */
function isOrigin(address: string) {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return true
  const { origin, href } = new URL(address)
  return href.replace(/\/+$/, "") === origin
}

function s3Of(env: z.output<typeof variables>): S3Settings | undefined {
  if (!env.S3_BUCKET) return undefined
  return {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    keyId: env.S3_KEY_ID ?? "",
    secret: env.S3_SECRET ?? "",
    prefix: env.S3_PREFIX ?? "",
    // A self-hosted object store seldom has a host name for each bucket.
    pathStyle: env.S3_PATH_STYLE ?? env.S3_ENDPOINT !== undefined,
  }
}

/**
 * Reads the settings of the Fediverse: whether actors are published there, what seals their keys, and whether requests are sent.
 */
function federationOf({
  FEDERATION,
  FEDERATION_KEY,
  FEDERATION_ALLOW_ONLY,
  FEDERATION_AUTHORIZED_FETCH,
  OUTBOUND_PRIVATE,
  PUBLIC_URL,
  DATA_DIR,
}: z.output<typeof variables>) {
  const { protocol, hostname } = new URL(PUBLIC_URL ?? "http://localhost")
  const isLocal = protocol !== "https:" || !hasPublicName(hostname)
  return {
    isOn: FEDERATION === "on",
    /**
     * Whether requests are sent to other servers. They could not answer an instance without a public address, so it sends none.
     */
    reaches: FEDERATION === "on" && (!isLocal || OUTBOUND_PRIVATE),
    allowPrivate: OUTBOUND_PRIVATE,
    /** Only these hosts, which the operator allows, may exchange requests with this instance. */
    allowOnly: FEDERATION_ALLOW_ONLY,
    /** Documents are served only to servers that sign their requests. */
    authorizedFetch: FEDERATION_AUTHORIZED_FETCH,
    keys: FEDERATION_KEY as readonly string[] | undefined,
    keyFile: resolve(DATA_DIR, "federation.key"),
  }
}

/** Reads what replaces the embedded map, and the other sites that browsers fetch the map from. */
function mapOf(env: z.output<typeof variables>) {
  const { MAP_STYLE_URL: style, MAP_PMTILES: pmtiles, MAP_ORIGINS: more, MAP_ATTRIBUTION: attribution } = env
  const isAddress = /^https?:\/\//.test(pmtiles ?? "")
  const addresses = [style, isAddress ? pmtiles : undefined].filter((one) => one !== undefined)
  return {
    style,
    /** A file on this machine is served by us, under this path. */
    pmtiles: pmtiles === undefined || isAddress ? pmtiles : "/map/region.pmtiles",
    file: pmtiles === undefined || isAddress ? undefined : resolve(pmtiles),
    attribution,
    /** Further sites that the style refers to, as configured. */
    more: more as readonly string[],
    origins: [...new Set([...addresses.map((one) => new URL(one).origin), ...more])],
  }
}

/** Thrown when the configuration is invalid; the message says which variable and why. */
export class ConfigError extends Error {
  override name = "ConfigError"
}

function isTimeZone(zone: string) {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }))
  } catch {
    return false
  }
}
