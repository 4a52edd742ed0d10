import { redirect } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { inLanguage } from "#i18n/languages.ts"
import { CopyField } from "#ui/editing/copy-field.tsx"
import { AddToLinks } from "#web/add-to/add-to-links.tsx"
import { SubscribeForm } from "#web/following/subscribe-form.tsx"
import { listSubject } from "#web/following/subject.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { type PageArguments, page } from "#web/page/page.ts"
import { inLanguagePath, paths } from "#web/paths.ts"
import { useSite } from "#web/page/site.ts"
import { files } from "../addresses.ts"
import { shareQueryOf } from "../share-query.ts"
import { cardCode } from "../snippets.ts"
import { Elsewhere } from "../ui/elsewhere.tsx"
import { OnSite } from "../ui/on-site.tsx"
import { Bill, BillFiles, ShareFrame, SharePart } from "../ui/share-parts.tsx"
import type { Route } from "./+types/agenda"
import "../ui/sharing.css"

const load = page(async ({ api, params: { slug }, url }: PageArguments<{ slug: string }>) => {
  const agenda = await api.get("/api/agendas/{slug}/", { slug })
  // A former slug redirects to the present one.
  if (agenda.slug !== slug) throw redirect(paths.shareAgenda(agenda.slug), 301)
  return { agenda, asked: shareQueryOf(url) }
})
export const loader = load.server
export const clientLoader = load.client

/** All ways to share a published list. */
export default function ShareAgendaPage({ loaderData: { agenda, asked } }: Route.ComponentProps) {
  const t = useMessages()
  const site = useSite()
  const { name, slug, owner } = agenda
  const lang = agenda.language === t.language ? undefined : agenda.language
  const publicUrl = site?.url ?? ""
  const url = publicUrl + inLanguagePath(paths.agenda(slug), t.language)
  const { text } = inLanguage(agenda.description, t.language, agenda.language)
  const by = owner ? `${t("lists.kept_by")} ${owner.name}` : ""
  const { calendar, feed, mail } = listSubject(agenda, t.language)
  return (
    <ShareFrame back={paths.agenda(slug)} name={name} lang={lang}>
      <PageMeta title={t("share.title_of", { name })} noindex />
      <div className="duo share__duo">
        <section className="share__bill" aria-label={t("share.bill")}>
          <Bill
            name={name}
            lang={lang}
            lines={[by].filter(Boolean)}
            qr={files.qr("agendas", slug, "svg?quiet=0")}
            url={publicUrl + paths.agenda(slug)}
          />
          <BillFiles kind="agendas" of={slug} />
        </section>
        <div>
          <SharePart id="link" title={t("share.link")}>
            <CopyField label={t("share.address")} value={url} />
          </SharePart>
          <SharePart id="mail" title={t("subscribe.by_mail")}>
            <p className="t2">{t("subscribe.by_mail_line")}</p>
            <SubscribeForm filters={mail} />
          </SharePart>
          <SharePart id="calendar" title={t("share.in_calendar")}>
            <AddToLinks calendar={calendar} title={name} feeds={feed} />
          </SharePart>
          <SharePart id="elsewhere" title={t("share.elsewhere")}>
            <Elsewhere
              passed={{ title: name, words: [name, text || by].filter(Boolean).join(" — "), url }}
              instance={asked.instance}
            />
          </SharePart>
          <SharePart id="on-site" title={t("share.on_site")}>
            <OnSite
              offered={[{ look: "agenda", label: name, path: files.embed("agendas", slug, t.language), title: name }]}
              publicUrl={publicUrl}
              chosen={asked}
              html={cardCode({ address: url, title: name, lines: [by], language: t.language, site: site?.name ?? "" })}
            />
          </SharePart>
        </div>
      </div>
    </ShareFrame>
  )
}
