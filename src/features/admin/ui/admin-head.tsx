import type { ReactNode } from "react"
import { PersonalTitle } from "#features/accounts/ui/parts.tsx"
import { type ModerationTab, ModerationTabs } from "#features/moderation/ui/moderation-tabs.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { ArrowLeft } from "#ui/icons.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"

type AdminHeadProps = {
  current: ModerationTab
  /** The title in words; a screen with a title of its own puts that in its place. */
  title: string | ReactNode
  text?: string
}

/** The way back, the title of a screen of those who run the instance, and the way to the others. */
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
