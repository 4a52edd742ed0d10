import { redirectDocument } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { PageMeta } from "#web/meta.tsx"
import { type PageArguments, page } from "#web/page.ts"
import { inLanguagePath, paths } from "#web/paths.ts"
import { IssueView } from "../ui/issue-view.tsx"
import type { Route } from "./+types/issue"

const load = page(async ({ api, params: { token }, language, site }: PageArguments<{ token: string }>) => {
  const issue = await api.get("/api/newsletters/{token}/", { token })
  // It stands in the language it was written in; that address is given whole, so that no basename is put before it.
  if (issue.language !== language)
    throw redirectDocument(site + inLanguagePath(paths.newsletter(token), issue.language))
  return { issue }
})
export const loader = load.server
export const clientLoader = load.client

/** One issue of a newsletter, as it was mailed, without what was taken back since. */
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
