import type { ReactNode } from "react"
import { PersonalTitle } from "#features/accounts/ui/parts.tsx"
import { type ModerationTab, ModerationTabs } from "#features/moderation/ui/moderation-tabs.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { ArrowLeft } from "#ui/icons.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"

type AdminHeadProps = {
  current: ModerationTab
  /** The title as text; a screen with its own title element passes that instead. */
  title: string | ReactNode
  text?: string
}

/** The head of an administrators' screen: the link back, the title, and the tabs to the other screens. */
export function AdminHead({ current, title, text }: AdminHeadProps) {
  const t = useMessages()
  return (
    <>
      <PageLink className="up" to={paths.me()}>
        <ArrowLeft />
        {t("layout.me")}
      </PageLink>
      {typeof title === "string" ? <PersonalTitle {...(text ? { text } : {})}>{title}</PersonalTitle> : title}
      <ModerationTabs current={current} />
    </>
  )
}
