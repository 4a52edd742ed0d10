import { redirect } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { forms } from "#web/editing/form.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { isCurrentPath, nextOf, withNext } from "#web/navigation/next.ts"
import { pageRequest } from "#web/page/request.ts"
import { currentUser } from "#web/session/session.ts"
import { SignInLayout } from "../ui/sign-in/sign-in-layout.tsx"
import { SignIn } from "../ui/sign-in/sign-in.tsx"
import type { Route } from "./+types/register"

export const handle = { layout: "error" } as const

export function loader({ request, context }: Route.LoaderArgs) {
  const next = nextOf(new URL(request.url))
  if (context.get(pageRequest).viewer) throw redirect(next)
  return { next }
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const next = nextOf(new URL(request.url))
  if (currentUser()) throw redirect(next)
  return { next }
}

// Specification §4: registration is followed by an automatic login.
const save = forms({
  register: async ({ api, values, url, t }) => {
    const next = nextOf(url)
    const username = (values.get("username") ?? "").trim()
    const password = values.get("password") ?? ""
    const notice = { message: t("account.registered") }
    await api.get("/api/auth/csrf/")
    await api.post("/api/auth/register/", {
      username,
      email: values.get("email") ?? "",
      password,
      language: t.language,
      next: nextOf(url, ""),
      ...(typeof document === "undefined" ? {} : { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    })
    try {
      await api.post("/api/auth/login/", { username, password })
    } catch {
      return { notice, to: withNext("login", next) }
    }
    return { notice, session: "changed", ...(isCurrentPath(next) ? {} : { to: next }) }
  },
})
export const action = save.server
export const clientAction = save.client

export default function RegisterPage({ loaderData: { next } }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <SignInLayout>
      <PageMeta title={t("account.register")} noindex />
      <SignIn side="register" next={next} />
    </SignInLayout>
  )
}
