import { redirect } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { forms } from "#web/editing/form.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { isCurrentPath, nextOf } from "#web/navigation/next.ts"
import { pageRequest } from "#web/page/request.ts"
import { currentUser } from "#web/session/session.ts"
import { SignInLayout } from "../ui/sign-in/sign-in-layout.tsx"
import { SignIn } from "../ui/sign-in/sign-in.tsx"
import { signIn } from "../ui/sign-in/sign-in-call.ts"
import type { Route } from "./+types/login"

export const handle = { layout: "error" } as const

/** A person who is signed in already is redirected to where they wanted to go. */
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

// After signing in, the root loader reads the profile (specification §4).
const save = forms({
  login: async ({ api, values, url, t }) => {
    const next = nextOf(url)
    const given = await signIn(api, values)
    if (given) return { given }
    return {
      notice: { message: t("account.logged_in") },
      session: "changed",
      ...(isCurrentPath(next) ? {} : { to: next }),
    }
  },
})
export const action = save.server
export const clientAction = save.client

export default function LoginPage({ loaderData: { next } }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <SignInLayout>
      <PageMeta title={t("layout.log_in")} noindex />
      <SignIn side="login" next={next} />
    </SignInLayout>
  )
}
