import { redirect } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { forms } from "#web/editing/form.ts"
import { PageMeta } from "#web/meta.tsx"
import { isHere, nextOf } from "#web/navigation/next.ts"
import { failureOf } from "#web/problems.ts"
import { pageRequest } from "#web/request.ts"
import { currentUser } from "#web/session.ts"
import { Gate } from "../ui/gate.tsx"
import { type CodeWanted, SignIn } from "../ui/sign-in.tsx"
import type { Route } from "./+types/login"

export const handle = { layout: "error" } as const

/** Who is signed in already is where they wanted to be. */
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

// Specification §4: the anti-forgery call, then login; the root then reads the profile.
const save = forms({
  login: async ({ api, values, url, t }) => {
    const next = nextOf(url)
    const username = values.get("username") ?? ""
    const code = values.get("code")
    try {
      await api.get("/api/auth/csrf/")
      await api.post("/api/auth/login/", {
        username,
        password: values.get("password") ?? "",
        ...(code ? { code } : {}),
      })
    } catch (error) {
      if (failureOf(error)?.said.code !== "second_factor_needed" || values.has("code_wanted")) throw error
      return { given: { username } satisfies CodeWanted }
    }
    return {
      notice: { message: t("account.logged_in") },
      session: "changed",
      ...(isHere(next) ? {} : { to: next }),
    }
  },
})
export const action = save.server
export const clientAction = save.client

export default function LoginPage({ loaderData: { next } }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <Gate>
      <PageMeta title={t("layout.log_in")} noindex />
      <SignIn side="login" next={next} />
    </Gate>
  )
}
