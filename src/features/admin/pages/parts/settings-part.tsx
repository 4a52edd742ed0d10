import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { Credits } from "#features/site/ui/credits.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { page } from "#web/page/page.ts"
import { forUser } from "#web/session/session.ts"
import type { Setting } from "../../settings/representation.server.ts"
import { settingGroups } from "../../settings/settings.ts"
import { AdminHead } from "../../ui/admin-head.tsx"
import "../../ui/admin.css"
import type { PartProps } from "./part.ts"

const load = page(({ api }) => forUser(() => api.get("/api/admin/settings/")))

/** The configuration of the instance, and where to change it. */
function SettingsPage({ data }: PartProps) {
  const t = useMessages()
  return (
    <SignedInOnly data={data as Setting[] | null} title={t("admin.settings")}>
      {(settings) => (
        <div className="wrap admin">
          <AdminHead current="settings" title={t("admin.settings")} text={t("admin.settings_about")} />
          {settingGroups.map((group) => {
            const own = settings.filter((one) => one.group === group)
            const count = own.filter(({ value, is_secret }) => value !== null || is_secret).length
            const title = t("admin.settings_set", {
              group: t(`admin.settings_${group}`),
              count,
              all: own.length,
            })
            return (
              <Credits key={group} sign={t.number(count)} title={title}>
                {own.map(({ name, value, is_secret }) => ({
                  label: name,
                  value: value ?? t(is_secret ? "admin.setting_secret" : "admin.setting_none"),
                }))}
              </Credits>
            )
          })}
        </div>
      )}
    </SignedInOnly>
  )
}

export const settingsPart = { load, Screen: SettingsPage }
