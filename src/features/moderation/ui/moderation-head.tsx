import { PersonalTitle } from "#features/accounts/ui/parts.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { ArrowLeft } from "#ui/icons.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import { ModerationTabs } from "./moderation-tabs.tsx"

type ModerationHeadProps = {
  current: "reports" | "claims"
  /** Whether the list shows open items, in order of arrival. */
  isOpen: boolean
}

/** The title of a moderators' list, the link back, and the link to the other list. */
export function ModerationHead({ current, isOpen }: ModerationHeadProps) {
  const t = useMessages()
  const [about, order] =
    current === "reports"
      ? [t("reports.about"), t("reports.order")]
      : [t("moderation.claims_about"), t("moderation.claims_order")]
  const lists = { reports: t("reports.title"), claims: t("moderation.claims") }
  return (
    <>
      <PageLink className="up" to={paths.me()}>
        <ArrowLeft />
        {t("layout.me")}
      </PageLink>
      <PersonalTitle text={isOpen ? `${about} ${order}` : about}>{lists[current]}</PersonalTitle>
      <ModerationTabs current={current} />
    </>
  )
}
