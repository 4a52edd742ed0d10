import { PersonalTitle } from "#features/accounts/ui/parts.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { ArrowLeft } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { TabLinks } from "#ui/tab-links.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"

/** The title of a list that moderators see to, the way back, and the way to the other list. */
export function ModerationHead({ current }: { current: "reports" | "claims" }) {
  const t = useMessages()
  const lists = { reports: t("reports.title"), claims: t("moderation.claims") }
  return (
    <>
      <PageLink className="up" to={paths.me()}>
        <ArrowLeft />
        {t("layout.me")}
      </PageLink>
      <PersonalTitle text={t(current === "reports" ? "reports.about" : "moderation.claims_about")}>
        {lists[current]}
      </PersonalTitle>
      <TabLinks label={t("moderation.parts")} current={current}>
        {(["reports", "claims"] as const).map((list) => (
          <Link key={list} to={paths[list]()} aria-current={list === current ? "page" : undefined}>
            {lists[list]}
          </Link>
        ))}
      </TabLinks>
    </>
  )
}
