import { redirect } from "react-router"
import { ActorAvatar } from "#features/actors/ui/actor-avatar.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { inLanguage } from "#i18n/languages.ts"
import { AddToLinks } from "#web/add-to/add-to-links.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import { type PageArguments, page } from "#web/page/page.ts"
import { inLanguagePath, paths } from "#web/paths.ts"
import { useSite } from "#web/page/site.ts"
import { files } from "../addresses.ts"
import { shareQueryOf } from "../share-query.ts"
import { cardCode } from "../snippets.ts"
import { CopyField } from "#ui/editing/copy-field.tsx"
import { Elsewhere } from "../ui/elsewhere.tsx"
import { OnSite } from "../ui/on-site.tsx"
import { Bill, BillFiles, NotPublished, ShareFrame, SharePart } from "../ui/share-parts.tsx"
import type { Route } from "./+types/actor"
import "../ui/sharing.css"

const load = page(async ({ api, params, url }: PageArguments<{ fid: string }>) => {
  const actor = await api.get("/api/actors/{fid}/", { fid: params.fid })
  if (actor.fid !== params.fid) throw redirect(paths.shareActor(actor.fid), 301)
  return { actor, asked: shareQueryOf(url) }
})
export const loader = load.server
export const clientLoader = load.client

/** All ways to share a page. */
export default function ShareActorPage({ loaderData: { actor, asked } }: Route.ComponentProps) {
  const t = useMessages()
  const site = useSite()
  const { fid, name } = actor
  const back = paths.actor(fid)
  const meta = <PageMeta title={t("share.title_of", { name })} noindex />
  if (actor.status !== "published") {
    return (
      <ShareFrame back={back} name={name}>
        {meta}
        <NotPublished words={t("share.draft_page")} edit={paths.editActor(fid)} publish={paths.publishActor(fid)} />
      </ShareFrame>
    )
  }

  const publicUrl = site?.url ?? ""
  const url = publicUrl + inLanguagePath(back, t.language)
  const type = t(`ui.type_${actor.type}`)
  const city = actor.location?.locality ?? ""
  const address = [actor.location?.street, city].filter(Boolean).join(", ")
  const summary = inLanguage(actor.summary, t.language, actor.language).text

  return (
    <ShareFrame back={back} name={name}>
      {meta}
      <div className="duo share__duo">
        <section className="share__bill" aria-label={t("share.bill")}>
          <Bill
            picture={<ActorAvatar type={actor.type} name={name} fid={fid} image={actor.avatar} size="xl" eager />}
            name={name}
            lines={[type, address, site?.hasHandles ? actor.handle : ""].filter(Boolean)}
            qr={files.qr("actors", fid, "svg?quiet=0")}
            url={publicUrl + back}
          />
          <BillFiles kind="actors" of={fid} sheet={paths.weekOfActor(fid)} print={t("share.print_week")} />
        </section>
        <div>
          <SharePart id="link" title={t("share.link")}>
            <CopyField label={t("share.address")} value={url} />
          </SharePart>
          <SharePart id="calendar" title={t("share.in_calendar")}>
            <AddToLinks
              calendar={files.calendar("actors", fid, t.language)}
              title={name}
              feeds={(format) => inLanguagePath(paths.actorFeed(fid, format), t.language)}
            />
          </SharePart>
          <SharePart id="elsewhere" title={t("share.elsewhere")}>
            <Elsewhere
              passed={{
                title: name,
                words: [name, summary || [type, city].filter(Boolean).join(", ")].join(" — "),
                url,
              }}
              instance={asked.instance}
              handle={site?.hasHandles ? actor.handle : undefined}
            />
          </SharePart>
          <SharePart id="on-site" title={t("share.on_site")}>
            <OnSite
              offered={[
                {
                  look: "agenda",
                  label: t("share.agenda_of", { name }),
                  path: files.embed("actors", fid, t.language),
                  title: t("share.agenda_of", { name }),
                },
              ]}
              publicUrl={publicUrl}
              chosen={asked}
              html={cardCode({
                address: url,
                title: name,
                lines: [[type, city].filter(Boolean).join(", ")],
                language: t.language,
                site: site?.name ?? "",
              })}
            />
          </SharePart>
        </div>
      </div>
    </ShareFrame>
  )
}
