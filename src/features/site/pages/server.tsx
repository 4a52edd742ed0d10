import { useEffect, useState } from "react"
import { isLanguage, languageNames } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { ArrowsClockwise } from "#ui/icons.tsx"
import { BracketsCurly } from "#ui/seldom-icons.tsx"
import { requestedAt, forget } from "#web/api/browser-api.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { useIsReadAgain, useReadAgain } from "#web/navigation/read-again.ts"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { type Credit, Credits } from "../ui/credits.tsx"
import { limitsOf, metadataOf, nodeInfoAddress } from "../node-info.ts"
import type { Route } from "./+types/server"
import "../ui/about.css"

const load = page(async ({ api }) => {
  const info = await api.get("/nodeinfo/2.0")
  return { info, readAt: requestedAt(nodeInfoAddress) ?? Date.now() }
})
export const loader = load.server
export const clientLoader = load.client

export default function Server({ loaderData: { info, readAt } }: Route.ComponentProps) {
  const t = useMessages()
  const { software, usage, services, protocols, openRegistrations } = info
  const metadata = metadataOf(info)
  const list = (values: string[]) => (values.length > 0 ? t.list(values) : t("site.none"))
  const posts = t.number(usage.localPosts)

  return (
    <div className="wrap">
      <PageMeta title={t("layout.server")} description={t("site.server_description")} />
      <header className="head">
        <div className="head__row">
          <h1 className="d1" tabIndex={-1}>
            {t("layout.server")}
          </h1>
          <Refresh readAt={readAt} />
        </div>
      </header>
      <Credits id="source" sign={software.version.split(".").slice(0, 2).join(".")} title={t("site.software")}>
        {[
          { label: t("site.name"), value: software.name },
          { label: t("site.version"), value: software.version },
          { label: t("site.schema"), value: info.version },
          metadata.source && { label: t("site.source"), value: sourceName(metadata.source), href: metadata.source },
          { label: t("site.licence"), value: "AGPL-3.0" },
        ]}
      </Credits>
      <Credits sign={posts} title={t("site.usage")}>
        {[
          usage.users.total !== undefined && { label: t("site.accounts"), value: t.number(usage.users.total) },
          { label: t("site.local_posts"), value: posts },
          metadata.actors !== undefined && { label: t("site.pages"), value: t.number(metadata.actors) },
          metadata.places !== undefined && { label: t("site.pages_places"), value: t.number(metadata.places) },
          { label: t("site.registrations"), value: openRegistrations ? t("site.open") : t("site.closed") },
        ]}
      </Credits>
      <Credits sign={String(limitsOf(info).list ?? "")} title={t("site.house_rules")}>
        {[
          {
            label: t("site.languages"),
            value: list(metadata.languages.filter(isLanguage).map((one) => languageNames[one])),
          },
          metadata.timezone && { label: t("site.timezone"), value: metadata.timezone },
          metadata.contact && { label: t("site.contact"), value: metadata.contact, href: `mailto:${metadata.contact}` },
          ...limitCredits(t, limitsOf(info)),
        ]}
      </Credits>
      <Credits sign={protocols.includes("activitypub") ? "AP" : "API"} title={t("site.exchange")}>
        {[
          { label: t("site.protocols"), value: list(protocols.map(protocolName)) },
          { label: t("site.inbound"), value: list(services.inbound) },
          { label: t("site.outbound"), value: list(services.outbound) },
        ]}
      </Credits>
      <Credits sign="©" title={t("site.sources")}>
        {[
          { label: t("site.source_towns"), value: "GeoNames (CC BY 4.0)", href: "https://www.geonames.org" },
          {
            label: t("site.source_codes"),
            value: "bpost, © OpenStreetMap (ODbL)",
            href: "https://www.openstreetmap.org/copyright",
          },
          { label: t("site.source_regions"), value: t.list(["IGN", "INSEE", "SPF Finances – FOD Financiën"]) },
        ]}
      </Credits>
      <div className="credits__all">
        <details>
          <summary className="btn">
            <BracketsCurly />
            {t("site.whole_answer")}
          </summary>
          <pre className="code">{JSON.stringify(info, null, 2)}</pre>
        </details>
      </div>
    </div>
  )
}

function limitCredits(t: ReturnType<typeof useMessages>, limits: ReturnType<typeof limitsOf>): Credit[] {
  const known = ["list", "page", "body_bytes", "body_depth", "occurrences"] as const
  return known.flatMap((name) => {
    const limit = limits[name]
    if (limit === undefined) return []
    const value =
      name === "body_bytes" ? t("site.kilobytes", { size: t.number(Math.round(limit / 1024)) }) : t.number(limit)
    return [{ label: t(`site.limit_${name}`), value }]
  })
}

/** Returns a short name of the source: « git.example/foyer », or the name of the file. */
function sourceName(address: string) {
  const { host, pathname } = new URL(address)
  return pathname === paths.source() ? pathname.slice(1) : `${host}${pathname}`.replace(/\/$/, "")
}

const protocolName = (protocol: string) => (protocol === "activitypub" ? "ActivityPub" : protocol)

/** When the information was loaded, and a button to load it again; without script the page itself is reloaded. */
function Refresh({ readAt }: { readAt: number }) {
  const t = useMessages()
  const readAgain = useReadAgain()
  const isReadAgain = useIsReadAgain()
  const [now, setNow] = useState(readAt)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  const minutes = Math.max(0, Math.floor((now - readAt) / 60_000))

  return (
    <form className="bar">
      <span className="small t2" role="status">
        {minutes === 0 ? t("site.read_now") : t("site.read_ago", { minutes })}
      </span>
      <Button
        type="submit"
        icon={ArrowsClockwise}
        isBusy={isReadAgain}
        onClick={(press) => {
          press.preventDefault()
          forget(nodeInfoAddress)
          void readAgain()
        }}
      >
        {t("site.refresh")}
      </Button>
    </form>
  )
}
