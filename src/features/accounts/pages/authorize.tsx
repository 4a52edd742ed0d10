import { data, redirectDocument } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Note } from "#ui/note.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { page } from "#web/page/page.ts"
import { failureOf } from "#web/api/problems.ts"
import { pageRequest } from "#web/page/request.ts"
import { forUser } from "#web/session/session.ts"
import type { ConsentRequest } from "../programs/inputs.ts"
import { ConsentForm } from "../ui/programs/consent-form.tsx"
import { SignInLayout } from "../ui/sign-in/sign-in-layout.tsx"
import { SignInHeading } from "../ui/sign-in/sign-in-heading.tsx"
import { SignedInOnly } from "../ui/sign-in/signed-in-only.tsx"
import type { Route } from "./+types/authorize"

export const handle = { layout: "error" } as const

const load = page(async ({ api, url }) => {
  const asked = askedIn(url)
  if (!asked) return { wrong: "form" as const }
  try {
    const consent = await api.get("/api/auth/consent/", asked)
    const person = consent.fault ? null : await forUser(() => api.get("/api/me/"))
    const profile = person && { name: person.name, username: person.username, timezone: person.timezone }
    return { wrong: undefined, consent, profile }
  } catch (error) {
    const failure = failureOf(error)
    if (failure?.said.code === "program_not_found") return { wrong: "unknown" as const }
    if (failure?.status !== 400) throw error
    return { wrong: failure.said.fields.redirect_uri ? ("redirect" as const) : ("form" as const) }
  }
})

export async function loader(args: Route.LoaderArgs) {
  const loaded = await load.server(args)
  if (loaded.wrong || loaded.consent.fault) return data(loaded, { status: 400 })
  args.context.get(pageRequest).letFormsLeadAway()
  return loaded
}

/** Always loaded as a document of its own, since only its content security policy lets a form lead to another site. */
export function clientLoader({ request }: Route.ClientLoaderArgs): never {
  throw redirectDocument(request.url)
}

const answer = forms({
  allow: ({ api, url }) => api.post("/api/auth/consent/", demandAsked(url)),
  refuse: async ({ api, url }) => ({ to: (await api.get("/api/auth/consent/", demandAsked(url))).refused }),
})
export const action = answer.server

/**
 * Reads the parameters of an authorization request, without blank ones; undefined when one is repeated (RFC 6749 §3.1) or a
 * necessary one is missing.
 */
function askedIn({ searchParams }: URL): ConsentRequest | undefined {
  const names = [...searchParams.keys()]
  const filled = [...searchParams].filter(([, value]) => value !== "")
  const { client_id, redirect_uri, ...rest }: Record<string, string | undefined> = Object.fromEntries(filled)
  if (!client_id || !redirect_uri || new Set(names).size < names.length) return undefined
  return { client_id, redirect_uri, ...rest }
}

function demandAsked(url: URL): ConsentRequest {
  const asked = askedIn(url)
  if (!asked) throw data({ detail: undefined, code: undefined, fields: {} }, { status: 400 })
  return asked
}

/** The page to which a program sends a person to authorize it (OAuth 2.1). Nobody is redirected onwards without agreeing. */
export default function AuthorizePage({ loaderData: loaded, actionData }: Route.ComponentProps) {
  const t = useMessages()
  if (loaded.wrong) {
    return (
      <SignInLayout>
        <PageMeta title={t("programs.wrong_title")} noindex />
        <SignInHeading>{t("programs.wrong_title")}</SignInHeading>
        <Note type="error">
          <p>{t(`programs.wrong_${loaded.wrong}`)}</p>
        </Note>
      </SignInLayout>
    )
  }
  const { consent, profile } = loaded
  const { name } = consent.program
  if (consent.fault) {
    return (
      <SignInLayout>
        <PageMeta title={t("programs.wrong_title")} noindex />
        <SignInHeading>{t("programs.wrong_title")}</SignInHeading>
        <div className="form gate__form">
          <Note type="error">
            <p>{t("programs.fault", { name })}</p>
            <p lang="en">
              <code>{consent.fault.error}</code> {consent.fault.detail}
            </p>
          </Note>
          <ButtonLink size="large" to={consent.fault.to}>
            {t("programs.back_to", { host: consent.redirect.host })}
          </ButtonLink>
        </div>
      </SignInLayout>
    )
  }
  return (
    <SignedInOnly data={profile} title={t("programs.allow_title")} why={t("programs.sign_in_first", { name })}>
      {(person) => (
        <SignInLayout>
          <SignInHeading>{t("programs.asks", { name })}</SignInHeading>
          <ConsentForm consent={consent} person={person} outcome={actionData as Outcome | undefined} />
        </SignInLayout>
      )}
    </SignedInOnly>
  )
}
