import { useMessages } from "#i18n/messages-context.ts"
import { screensOf } from "#web/layout/frame.tsx"
import { PhoneMenu } from "#web/layout/phone-menu.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import { useUser } from "#web/session/session.ts"
import { useSite } from "#web/page/site.ts"

/** The links without a place in the tab bar of phones; a page, so that it works without script. */
export default function MenuPage() {
  const t = useMessages()
  return (
    <>
      <PageMeta title={t("layout.menu")} noindex />
      <PhoneMenu screens={screensOf(useSite())} isSignedIn={useUser() !== null} />
    </>
  )
}
