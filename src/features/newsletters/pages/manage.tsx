import { redirect } from "react-router"
import { SignInLayout } from "#features/accounts/ui/sign-in/sign-in-layout.tsx"
import { SignInHeading } from "#features/accounts/ui/sign-in/sign-in-heading.tsx"
import { PersonalTitle } from "#features/accounts/ui/parts.tsx"
import type { Category } from "#features/events/categories.ts"
import type { Frequency } from "../newsletter.ts"
import type { Language } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Note } from "#ui/note.tsx"
import type { Api } from "#web/api.ts"
import { type FormArguments, forms, type Outcome, type Values } from "#web/editing/form.ts"
import { FollowWays } from "#web/following/follow-ways.tsx"
import { followTitle } from "#web/following/follow-title.ts"
import { agendaSubject, listSubject, type MailFilters, mailFilters, pageSubject } from "#web/following/subject.ts"
import type { LinkSent } from "#web/following/subscribe-form.tsx"
import { ifFound } from "#web/api/if-found.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { withNext } from "#web/navigation/next.ts"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { failureOf } from "#web/api/problems.ts"
import { forUser } from "#web/session/session.ts"
import type { Subscription } from "../representation.server.ts"
import { CurrentNewsletter } from "../ui/current-newsletter.tsx"
import type { Route } from "./+types/manage"
import "../ui/newsletter.css"

const load = page(async ({ api, url }) => {
  const token = url.searchParams.get("token")
  if (token !== null) return { subscription: await subscriptionOf(api, token), subject: undefined }
  const asked = Object.fromEntries(
    mailFilters.flatMap((name) => (url.searchParams.get(name) ? [[name, url.searchParams.get(name)]] : [])),
  ) as MailFilters
  // Users with an account set up their newsletter beside their addresses.
  if (Object.keys(asked).length === 0 && (await forUser(() => api.get("/api/me/")))) throw redirect(paths.emails())
  return { subscription: undefined, subject: await namesOf(api, asked) }
})
export const loader = load.server
export const clientLoader = load.client

/** Returns the newsletter that a link manages; null for a link that manages nothing, or nothing any more. */
async function subscriptionOf(api: Api, token: string): Promise<Subscription | null> {
  try {
    return await api.get("/api/subscriptions/current/", { token })
  } catch (error) {
    if ([400, 404].includes(failureOf(error)?.status ?? 0)) return null
    throw error
  }
}

/** Loads the page or list to follow, for its name; the whole agenda if it does not exist. */
async function namesOf(api: Api, asked: MailFilters) {
  if (asked.actor) {
    const page = await ifFound(api.get("/api/actors/{fid}/", { fid: asked.actor }))
    return page ? { asked, page } : { asked: {} }
  }
  if (asked.list && !/^\d+$/.test(asked.list)) {
    const list = await ifFound(api.get("/api/agendas/{slug}/", { slug: asked.list }))
    return list ? { asked, list } : { asked: {} }
  }
  return { asked }
}

const tokenOf = (url: URL) => ({ token: url.searchParams.get("token") ?? "" })

const save = forms({
  subscribe: async ({ api, values }) => {
    const email = values.get("email") ?? ""
    await api.post("/api/subscriptions/", { email, ...scheduleOf(values), ...zone(), ...filtersOf(values) })
    return { given: { email: email.trim() } satisfies LinkSent }
  },
  settle: async ({ api, values, url, t }) => {
    const narrowed = values.has("q") && { categories: categoriesOf(values), q: values.get("q") || null }
    await api.patch("/api/subscriptions/current/", { ...scheduleOf(values), ...narrowed }, tokenOf(url))
    return { notice: { message: t("subscribe.saved") } }
  },
  drop: async ({ api, values, url, t }) => {
    const { actors, lists, places } = await api.get("/api/subscriptions/current/", tokenOf(url))
    const of = values.get("of")
    const rest = {
      actor: { actors: actors.map(({ fid }) => fid).filter((fid) => fid !== of) },
      list: { lists: lists.map(({ slug }) => slug).filter((slug) => slug !== of) },
      place: { places: places.filter(({ lat, lon }) => `${lat},${lon}` !== of) },
    }[values.get("kind") ?? ""]
    await api.patch("/api/subscriptions/current/", { ...rest }, tokenOf(url))
    return { notice: { message: t("subscribe.removed") } }
  },
  end: async ({ api, url }: Pick<FormArguments, "api" | "url">) => {
    await api.delete("/api/subscriptions/current/", undefined, tokenOf(url))
    return {}
  },
  resume: async ({ api, url, t }) => {
    const { is_account, frequency } = await api.get("/api/subscriptions/current/", tokenOf(url))
    // A stopped account newsletter no longer has a frequency.
    const again = is_account && frequency === "none" ? { frequency: "weekly" as const } : {}
    await api.patch("/api/subscriptions/current/", again, tokenOf(url))
    return { notice: { message: t("subscribe.resumed") } }
  },
})
export const action = save.server
export const clientAction = save.client

function scheduleOf(values: Values) {
  const number = (name: string) => (values.get(name) ? Number(values.get(name)) : undefined)
  return {
    frequency: (values.get("frequency") || undefined) as Frequency | undefined,
    weekday: number("weekday"),
    hour: number("hour"),
    language: (values.get("language") || undefined) as Language | undefined,
  }
}

/** Returns the reader's time zone, in the browser. */
function zone() {
  return typeof document === "undefined" ? {} : { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}

function categoriesOf(values: Values) {
  return values.getAll("category").flatMap((one) => one.split(",")) as Category[]
}

/** Reads the filters from the hidden fields that repeat the address of this page. */
function filtersOf(values: Values) {
  const [lat, lon] = (values.get("near") ?? "").split(",").map(Number)
  const radius = Number(values.get("radius")) || 25
  const name = values.get("place") || `${lat}, ${lon}`
  return {
    actors: values.getAll("actor"),
    lists: values.getAll("list"),
    categories: categoriesOf(values),
    q: values.get("q") || null,
    places: values.get("near") ? [{ name, lat: lat as number, lon: lon as number, radius }] : [],
  }
}

/**
 * Manages a newsletter by the signed link of its mails, without an account: change it, end it, resume it. Without a link, it
 * offers ways to follow what the address names.
 */
export default function ManageNewsletterPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  const { subscription, subject } = loaderData
  if (subject) return <Ways {...subject} />
  const title = t("subscribe.title")
  if (!subscription)
    return (
      <SignInLayout>
        <PageMeta title={title} noindex />
        <SignInHeading>{title}</SignInHeading>
        <div className="form gate__form">
          <Note type="error" role="alert">
            <p>{t("subscribe.link_unknown")}</p>
          </Note>
          <ButtonLink size="large" to={paths.manageNewsletter()}>
            {t("subscribe.ask_again")}
          </ButtonLink>
        </div>
      </SignInLayout>
    )
  return (
    <div className="wrap newsletter">
      <PageMeta title={title} noindex />
      <PersonalTitle>{title}</PersonalTitle>
      <CurrentNewsletter subscription={subscription} outcome={actionData as Outcome | undefined} />
    </div>
  )
}

function Ways({ asked, page: actor, list }: Awaited<ReturnType<typeof namesOf>>) {
  const t = useMessages()
  const { actor: _, place, ...query } = asked
  const subject = actor
    ? pageSubject(actor, t.language)
    : list
      ? listSubject(list, t.language)
      : agendaSubject(query, t.language, place)
  const title = followTitle(t, subject)
  return (
    <div className="wrap narrow grid gap-3 py-6">
      <PageMeta title={title} noindex />
      <h1 className="d2" tabIndex={-1}>
        {title}
      </h1>
      <FollowWays subject={subject} level={2}>
        <div className="bar">
          <ButtonLink to={withNext("login", paths.manageNewsletter(asked))}>{t("layout.log_in")}</ButtonLink>
        </div>
      </FollowWays>
    </div>
  )
}
