import { useMessages } from "#i18n/messages-context.ts"
import { Link } from "#ui/link.tsx"
import type { PlainMessageId } from "#ui/plain-message.ts"
import { TabLinks } from "#ui/tabs/tab-links.tsx"
import { paths } from "#web/paths.ts"
import { useUser } from "#web/session/session.ts"

const moderating = [
  { name: "reports", label: "reports.title", path: paths.reports() },
  { name: "claims", label: "moderation.claims", path: paths.claims() },
] as const satisfies readonly Tab[]
const before = [
  { name: "instance", label: "moderation.tab_instance", path: paths.admin() },
] as const satisfies readonly Tab[]
const after = [
  { name: "accounts", label: "moderation.tab_accounts", path: paths.admin("accounts") },
  { name: "fediverse", label: "moderation.tab_fediverse", path: paths.admin("fediverse") },
  { name: "settings", label: "moderation.tab_settings", path: paths.admin("settings") },
  { name: "log", label: "moderation.tab_log", path: paths.admin("log") },
] as const satisfies readonly Tab[]

type Tab = { name: string; label: PlainMessageId; path: string }
export type ModerationTab = (typeof before | typeof moderating | typeof after)[number]["name"]

/** Tabs of the moderation screens: moderators see reports and claims, administrators all of them. */
export function ModerationTabs({ current }: { current: ModerationTab }) {
  const t = useMessages()
  const isAdmin = useUser()?.is_admin ?? false
  const tabs: readonly Tab[] = isAdmin ? [...before, ...moderating, ...after] : moderating
  return (
    <TabLinks label={t("moderation.parts")} current={current}>
      {tabs.map(({ name, label, path }) => (
        <Link key={name} to={path} aria-current={name === current ? "page" : undefined}>
          {t(label)}
        </Link>
      ))}
    </TabLinks>
  )
}
