import { redirectDocument } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import { type PageArguments, page } from "#web/page/page.ts"
import { inLanguagePath, paths } from "#web/paths.ts"
import { pageRequest } from "#web/page/request.ts"
import { IssueView } from "../ui/issue-view.tsx"
import type { Route } from "./+types/issue"

const load = page(async ({ api, params: { token }, language }: PageArguments<{ token: string }>) => ({
  issue: await api.get("/api/newsletters/{token}/", { token }),
  to: paths.newsletter(token),
  language,
}))
type Loaded = Awaited<ReturnType<typeof load.server>>

/** Redirects to the language of the issue. The address is absolute, so that no basename is put before it. */
function inItsLanguage({ issue, to, language }: Loaded, site: string) {
  if (issue.language !== language) throw redirectDocument(site + inLanguagePath(to, issue.language))
  return { issue }
}
export const loader = async (args: Parameters<typeof load.server>[0]) =>
  inItsLanguage(await load.server(args), args.context.get(pageRequest).site.url)
export const clientLoader = async (args: Parameters<typeof load.client>[0]) =>
  inItsLanguage(await load.client(args), location.origin)

/** Shows an issue of a newsletter as it was mailed, without what was withdrawn since. */
export default function IssuePage({ loaderData: { issue } }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <article className="wrap">
      <PageMeta title={t("newsletter.page_title", { range: issue.head })} noindex />
      <IssueView issue={issue} level={1} />
      <p className="bar py-6">
        <ButtonLink kind="main" to={paths.events()}>
          {t("newsletter.whole_agenda")}
        </ButtonLink>
      </p>
    </article>
  )
}
