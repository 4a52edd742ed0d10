import { useMessages } from "#i18n/messages-context.ts"
import { fitLine } from "#ui/fit.ts"
import type { InkName } from "#ui/poster/inks.ts"
import type { FigureName } from "#ui/poster/poster-figures.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { paths } from "#web/paths.ts"
import { pageRequest } from "#web/page/request.ts"
import { epcPayload, qrDrawing } from "../epc-qr.ts"
import { AboutSection } from "../ui/about-section.tsx"
import { Donation, OtherHelp } from "../ui/donation.tsx"
import type { Route } from "./+types/about"
import "../ui/about.css"

// Only a server loader, so that no browser loads the code that draws QR codes.
export function loader({ context }: Route.LoaderArgs) {
  const { site, messages } = context.get(pageRequest)
  const { donation } = site
  const remittance = messages("site.remittance_text", { name: site.name })
  return { site, code: donation ? qrDrawing(epcPayload(donation, 10, remittance)) : undefined }
}

const sections = [
  { key: "why", id: undefined, art: { figure: "seats", ink: "theatre", id: "a1" } },
  { key: "sociability", id: undefined, art: { figure: "tiers", ink: "dance", id: "b8" } },
  { key: "artists", id: undefined, art: { figure: "wave", ink: "music", id: "c3" } },
  { key: "venues", id: undefined, art: { figure: "frame", ink: "circus", id: "d2" } },
  { key: "visitors", id: undefined, art: { figure: "tiles", ink: "young", id: "e5" } },
  { key: "everyone", id: "accessibilite", art: { figure: "beams", ink: "party", id: "h3" } },
  { key: "developers", id: "api", art: { figure: "stairs", ink: "exhibition", id: "f6" } },
  { key: "fediverse", id: "fediverse", art: { figure: "spot", ink: "film", id: "g7" } },
] as const satisfies readonly { key: string; id?: string; art: { figure: FigureName; ink: InkName; id: string } }[]

const calls = ["GET /api/contents/events/?filter=future&q=fanfare", "GET /api/actors/{fid}/", "GET /nodeinfo/2.0"]

export default function About({ loaderData: { site, code } }: Route.ComponentProps) {
  const t = useMessages()
  const { name, donation, contact } = site
  const promise = [t("layout.promise_ads"), t("layout.promise_algorithm"), t("layout.promise_competition")]
  const fit = Math.min(...promise.map((line) => fitLine(line)))
  return (
    <div className="wrap">
      <PageMeta title={t("layout.about")} description={t("site.about_description")} />
      <header className="fits about__top">
        <h1 className="manifesto" style={{ "--fit": fit } as React.CSSProperties} tabIndex={-1}>
          {promise[0]}
          <br />
          {promise[1]}
          <br />
          {promise[2]}
        </h1>
      </header>
      {sections.map(({ key, id, art }, at) => (
        <AboutSection
          key={key}
          id={id}
          number={at + 1}
          title={t(`site.${key}_title`)}
          lead={t(`site.${key}_lead`)}
          art={art}
        >
          <p>{textOf(t, key, name)}</p>
          {key === "developers" && (
            <>
              <code className="code">{calls.join("\n")}</code>
              <p>
                <a href={paths.apiDocs()}>{t("site.api_link")}</a>
              </p>
            </>
          )}
        </AboutSection>
      ))}
      <div className="about__end">
        {donation && code ? <Donation site={site} donation={donation} code={code} /> : <OtherHelp site={site} />}
        {contact && (
          <p className="lead" id="contact">
            {t("site.contact_text")}{" "}
            <a className="link" href={`mailto:${contact}`}>
              {contact}
            </a>
          </p>
        )}
      </div>
    </div>
  )
}

function textOf(t: ReturnType<typeof useMessages>, key: (typeof sections)[number]["key"], name: string) {
  if (key === "why" || key === "everyone" || key === "fediverse") return t(`site.${key}_text`, { name })
  return t(`site.${key}_text`)
}
