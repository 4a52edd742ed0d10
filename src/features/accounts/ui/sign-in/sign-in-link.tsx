import { useLocation } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { preloadDialog } from "#ui/overlays/dialog.tsx"
import { Link } from "#ui/link.tsx"
import { withNext } from "#web/navigation/next.ts"
import { paths } from "#web/paths.ts"
import { askToSignIn } from "#web/session/session.ts"

/** Opens the sign-in dialog; without script it is a link to the sign-in page, which leads back here afterwards. */
export function SignInLink({ className }: { className?: string }) {
  const t = useMessages()
  const { pathname, search } = useLocation()
  const isThere = /^\/(login|register)$/.test(pathname)
  return (
    <Link
      className={className}
      to={isThere ? paths.login() + search : withNext("login", pathname + search)}
      aria-current={isThere ? "page" : undefined}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
      onClick={(press) => {
        if (isThere || /^\/me(\/|$)/.test(pathname) || press.metaKey || press.ctrlKey || press.shiftKey) return
        press.preventDefault()
        askToSignIn()
      }}
    >
      {t("layout.log_in")}
    </Link>
  )
}
