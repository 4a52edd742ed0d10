import { resolve } from "node:path"
import { z } from "zod"

const port = z.coerce.number().int().min(1).max(65535)
const flag = z.enum(["0", "1", "true", "false"]).transform((value) => value === "1" || value === "true")

/** Every variable the application reads. `.env.example` documents each; an empty value counts as absent. */
const environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  HOST: z.string().default("127.0.0.1"),
  PORT: port.default(3000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .transform((value) => value?.replace(/\/+$/, "")),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DATA_DIR: z
    .string()
    .default("./data")
    .transform((path) => resolve(path)),
  SAMPLE: z.enum(["auto", "none"]).default("auto"),
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
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().optional(),
})

export type Config = ReturnType<typeof readConfig>

/**
 * The configuration, parsed once. Throws a ConfigError whose message names each variable that is wrong.
 * @param variables usually `process.env`
 */
export function readConfig(variables: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""))
  const result = environment.safeParse(given)
  if (!result.success) {
    throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"))
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
    sample: env.SAMPLE,
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
    /** Bytes that the pictures of imports may take. */
    importedPictures: env.IMPORTED_PICTURES_MB * 1024 ** 2,
    peertubeHosts: env.PEERTUBE_HOSTS as readonly string[],
    registrations: env.REGISTRATIONS,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
  } as const
}

/** A configuration that cannot be started with; the message says which variable and why. */
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
