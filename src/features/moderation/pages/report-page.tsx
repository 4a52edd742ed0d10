import { Suspense } from "react"
import { redirect } from "react-router"
import { ActorPlate } from "#features/actors/ui/page/actor-plate.tsx"
import { captchaFor } from "#features/contact/captcha/captcha.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { lazyPart, Nothing } from "#ui/loading/lazy-part.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { reportForms } from "../ui/report-forms.ts"
import type { Route } from "./+types/report-page"
import "#features/contact/ui/contact.css"
import "../ui/report.css"

// The list of screens that everybody is sent names what each loads at once.
const ReportForm = lazyPart(() => import("../ui/report-form.tsx"))
const ModerationActions = lazyPart(() => import("../ui/moderation-actions.tsx"), Nothing)

const load = page(async ({ api, params }: PageArguments<{ fid: string }>) => {
  const actor = await api.get("/api/actors/{fid}/", { fid: params.fid })
  if (actor.fid !== params.fid) throw redirect(paths.reportActor(actor.fid), 301)
  const { fid, type, name, avatar, hidden, may } = actor
  // The page has `may` only for signed-in users, who need no challenge.
  return { actor: { fid, type, name, avatar, hidden, may }, captcha: await captchaFor(api, !may) }
})
export const loader = load.server
export const clientLoader = load.client

const save = reportForms<{ fid: string }>({
  about: ({ fid }) => ({ page: fid }),
  hide: (api, { fid }, reason) => api.post("/api/actors/{fid}/hide/", { reason }, { fid }),
  show: (api, { fid }) => api.delete("/api/actors/{fid}/hide/", undefined, { fid }),
})
export const action = save.server
export const clientAction = save.client

/** The page that reports a page. */
export default function ReportActorPage({ loaderData: { actor, captcha } }: Route.ComponentProps) {
  const t = useMessages()
  const { fid, name, hidden, may } = actor
  return (
    <div className="wrap report-to" key={fid}>
      <PageMeta title={t("report.title_of", { name })} noindex />
      <div>
        <ActorPlate actor={actor} doing={t("report.title")} />
      </div>
      <Suspense>
        <ReportForm name={name} back={paths.actor(fid)} captcha={captcha} />
      </Suspense>
      {may?.includes("hide") && (
        <Suspense>
          <ModerationActions kind="page" hidden={hidden} />
        </Suspense>
      )}
    </div>
  )
}
