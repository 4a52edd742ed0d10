import type { Config } from "#config/config.ts"
import type { SettingGroup } from "./settings.ts"
import type { Setting } from "./representation.server.ts"

type Value = string | number | boolean | readonly string[] | undefined

/**
 * Lists the configuration of the instance. Only the variables named here are shown. Of those that may hold a password or a key
 * (addresses with a user name in them included), only that they are set.
 */
export function listSettings(config: Config): Setting[] {
  const { federation, s3, map, scanner, geocoder, donation } = config
  const told: Record<SettingGroup, Record<string, Value>> = {
    site: {
      PUBLIC_URL: config.publicUrl,
      SITE_NAME: config.siteName,
      SITE_TIMEZONE: config.timezone,
      SITE_CONTACT: config.contact,
      REGISTRATIONS: config.registrations,
      SOURCE_URL: config.sourceUrl,
      DONATION_NAME: donation?.name,
      DONATION_IBAN: donation?.iban,
      DONATION_BIC: donation?.bic,
      SAMPLE: config.sample,
    },
    mail: { MAIL_FROM: config.mailFrom },
    fediverse: {
      FEDERATION: federation.isOn ? "on" : "off",
      FEDERATION_ALLOW_ONLY: federation.allowOnly,
      FEDERATION_AUTHORIZED_FETCH: federation.authorizedFetch,
      OUTBOUND_PRIVATE: federation.allowPrivate,
    },
    files: {
      STORAGE: config.storage,
      S3_ENDPOINT: s3?.endpoint,
      S3_REGION: s3?.region,
      S3_BUCKET: s3?.bucket,
      S3_PREFIX: s3?.prefix,
      S3_PATH_STYLE: s3?.pathStyle,
      PAGE_QUOTA: config.pageQuota / 1_000_000,
      IMPORTED_PICTURES_MB: config.importedPictures / 1024 ** 2,
      FFMPEG: config.ffmpeg,
      PEERTUBE_HOSTS: config.peertubeHosts,
      CLAMAV_HOST: scanner && `${scanner.host}:${scanner.port}`,
    },
    places: {
      GAZETTEER: config.gazetteer,
      GEOCODER_KIND: geocoder?.kind,
      GEOCODER_RATE: geocoder?.perSecond,
      MAP_ORIGINS: map.more,
      MAP_ATTRIBUTION: map.attribution,
    },
    running: {
      NODE_ENV: config.mode,
      HOST: config.host,
      PORT: config.port,
      TRUST_PROXY: config.trustProxy,
      DATABASE_POOL: config.databasePool,
      DATA_DIR: config.dataDir,
      LOG_LEVEL: config.logLevel,
      LIMITS: config.limits,
      CACHE: config.cache,
      DRAIN_SECONDS: config.drainSeconds,
    },
  }
  const secret: Partial<Record<SettingGroup, Record<string, unknown>>> = {
    mail: { SMTP_URL: config.smtpUrl },
    fediverse: { FEDERATION_KEY: federation.keys },
    files: { S3_KEY_ID: s3?.keyId, S3_SECRET: s3?.secret },
    places: { GEOCODER_URL: geocoder?.url, MAP_STYLE_URL: map.style, MAP_PMTILES: map.pmtiles },
    running: { DATABASE_URL: config.databaseUrl },
  }
  return (Object.keys(told) as SettingGroup[]).flatMap((group) => [
    ...Object.entries(told[group]).map(([name, value]) => ({ name, group, value: written(value), is_secret: false })),
    ...Object.entries(secret[group] ?? {}).map(([name, value]) => {
      return { name, group, value: null, is_secret: value !== undefined && value !== "" }
    }),
  ])
}

/** Writes a value the way the variable holds it; null where it is not set. */
function written(value: Value): string | null {
  if (value === undefined) return null
  if (typeof value === "boolean") return value ? "1" : "0"
  return (Array.isArray(value) ? value.join(" ") : String(value)) || null
}
