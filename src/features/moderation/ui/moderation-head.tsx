import { PersonalTitle } from "#features/accounts/ui/parts.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { ArrowLeft } from "#ui/icons.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import { ModerationTabs } from "./moderation-tabs.tsx"

type ModerationHeadProps = {
  current: "reports" | "claims"
  /** What waits is shown, in the order it came. */
  isOpen: boolean
}

/** The title of a list that moderators see to, the way back, and the way to the other list. */
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
