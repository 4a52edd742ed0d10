import { useEffect } from "react"
import { data, redirect, useLocation, useNavigate } from "react-router"
import { signIn } from "#features/accounts/ui/sign-in/sign-in-call.ts"
import type { Messages } from "#i18n/messages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ArrowLeft } from "#ui/icons.tsx"
import { dateAt } from "#lib/time.ts"
import { Form, FormNotices, Submit, useFormAnswer } from "#web/editing/form-parts.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { inOrder } from "#web/session/choosing.ts"
import { PageLink } from "#web/navigation/link.tsx"
import { nextOf } from "#web/navigation/next.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths, withoutPrefix } from "#web/paths.ts"
import { failureOf, problemOf, sentencesOf } from "#web/api/problems.ts"
import { useUser } from "#web/session/session.ts"
import { starred } from "#web/session/since-read.ts"
import { asOfToday, shownDate } from "../dates/shown-date.ts"
import { type LogInResult, NewPageForm, PublishFirst, NewAccountForm } from "../ui/answering/answer-form.tsx"
import { AnswerSubject, PressedAnswer } from "../ui/answering/answer-subject.tsx"
import { titleOf } from "../ui/event-words.ts"
import { missingOf } from "../ui/answering/missing.ts"
import { type Answer, answers } from "../ui/answering/attendance.tsx"
import { JoiningElsewhere } from "../ui/answering/joining.tsx"
import type { Route } from "./+types/answer"
import "../ui/answering/answering.css"

/** The page an answer button leads to without script. A form sent from the event's page shows here what was refused, and why. */
const load = page(async ({ api, params, url }: PageArguments<{ id: string }>) => {
  const value = answers.find((one) => one === url.searchParams.get("value"))
  if (!value && !url.searchParams.has("sent")) throw redirect(paths.event(params.id))
  const event = await api.get("/api/contents/events/{id}/", { id: params.id })
  // The event was merged into another one, which the API returned.
  if (String(event.id) !== params.id) throw redirect(paths.answerEvent(event.id) + url.search, 301)
  const asked = event.occurrences.find(({ id }) => String(id) === url.searchParams.get("occurrence"))
  const date = asked ?? asOfToday(shownDate(event), event.all_day, dateAt(new Date(), event.timezone))
  return { value, event, date, occurrence: asked?.id, next: nextIn(url) }
})
export const loader = load.server
export const clientLoader = load.client

const path = "/api/contents/events/{id}/attendance/"

/** Returns the list that a star was pressed in; undefined for an answer given on the event's page. */
function nextIn(url: URL): string | undefined {
  return nextOf(url, "") || undefined
}

const handlers: Parameters<typeof forms<{ id: string }>>[0] = {
  answer: async ({ api, values, params: { id }, url, t }) => {
    const value = answers.find((one) => one === values.get("value"))
    const occurrence = Number(values.get("occurrence")) || undefined
    if (!value) {
      await attempt(
        t,
        t("answers.attendance_cancel_failed"),
        api.delete(path, undefined, occurrence === undefined ? { id } : { id, occurrence }),
      )
      return { notice: { message: t("answers.attendance_cancelled") }, ...back(id, url) }
    }
    const visibility = values.get("visibility") === "public" ? ("public" as const) : ("organisers" as const)
    await attempt(
      t,
      t("answers.attendance_failed"),
      api.put(
        path,
        {
          value,
          ...(values.get("actor") ? { actor: values.get("actor") as string } : {}),
          ...(occurrence === undefined ? {} : { occurrence }),
          ...(values.has("visibility") ? { visibility } : {}),
        },
        { id },
      ),
    )
    return { notice: { message: t("answers.attendance_updated") }, ...back(id, url) }
  },
  first: async ({ api, values, params: { id }, url, t }) => {
    const value = answers.find((one) => one === values.get("value")) ?? "interested"
    // A signed-in visitor has no such fields.
    const account = values.has("email")
      ? { email: values.get("email") ?? "", password: values.get("password") ?? "" }
      : {}
    await api.get("/api/auth/csrf/")
    await api.post(
      path,
      {
        value,
        ...(Number(values.get("occurrence")) ? { occurrence: Number(values.get("occurrence")) } : {}),
        name: values.get("name") ?? "",
        in_directory: !values.has("hidden"),
        ...account,
        language: t.language,
        ...(typeof document === "undefined" ? {} : { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
      },
      { id },
    )
    const said = t("answers.attendance_updated")
    const message = values.has("email") ? `${t("account.registered")} ${said}` : said
    return { notice: { message }, session: "changed", ...back(id, url) }
  },
  login: async ({ api, values, params: { id }, url, t }) => {
    const wanted = await signIn(api, values)
    if (wanted) return { given: wanted satisfies LogInResult }
    const notice = { message: t("account.logged_in") }
    const value = answers.find((one) => one === values.get("value")) ?? "interested"
    try {
      await api.put(path, { value }, { id })
    } catch (error) {
      if (failureOf(error)?.said.code !== "attendance_needs_actor")
        return { notice, session: "changed", ...back(id, url) }
      return { notice, session: "changed", given: { needsPage: true } satisfies LogInResult }
    }
    const message = `${notice.message} ${t("answers.attendance_updated")}`
    return { notice: { message }, session: "changed", ...back(id, url) }
  },
  withdraw: async ({ api, params: { id }, url, t }) => {
    await attempt(t, t("answers.attendance_cancel_failed"), api.delete(path, undefined, { id }))
    return { notice: { message: t("answers.attendance_cancelled") }, ...back(id, url) }
  },
}
const inDialog = new Set(["first", "login"])
const save = forms(handlers, { saysOnce: inDialog, inDialog })
export const action = save.server
export const clientAction: typeof save.client = (args) =>
  inOrder(paths.answerEvent(args.params.id), () => save.client(args))

/** Says that the browser goes back to the list that one came from. */
type Answered = { isAnswered?: boolean }

/**
 * Returns where to go after answering. In the browser the event or list stays in view; this page itself, and forms without
 * script, lead to the event, or to the list whose star was pressed. In the browser the page itself goes back to that list.
 */
function back(id: string, url: URL) {
  const [next, isServer] = [nextIn(url), typeof document === "undefined"]
  if (next) return isServer ? { to: next } : { given: { isAnswered: true } satisfies Answered }
  const isAlone = isServer || withoutPrefix(location.pathname).path === paths.answerEvent(id)
  return isAlone ? { to: `${paths.event(id)}#answer` } : {}
}

/** Awaits a call; on a refusal, throws a message that says what failed, then why. */
async function attempt(t: Messages, failed: string, call: Promise<unknown>) {
  try {
    await call
  } catch (error) {
    const problem = problemOf(error, t)
    if (!problem) throw error
    const detail = [failed, ...sentencesOf(problem)].join(" ")
    throw data({ detail, code: problem.code, fields: {} }, { status: problem.status === 403 ? 403 : 409 })
  }
}

/** The page used without script: it has the questions of the dialog on the event's page, and shows that an answer was refused. */
export default function AnswerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { event, date, value, occurrence, next } = loaderData
  const t = useMessages()
  useLeave(event.id, next, value)
  const title = titleOf(t, event)
  const user = useUser()
  const missing = missingOf(user)
  const outcome = actionData as Outcome | undefined
  const isAsking = outcome?.form === "first" || outcome?.form === "login"
  const here = paths.answerEvent(event.id, { value, occurrence: occurrence?.toString(), next })
  const given = { eventId: event.id, occurrence, action: here, isShared: true }
  return (
    <div className="wrap narrow grid gap-4 pb-12">
      <PageMeta title={t("ui.my_answer")} noindex />
      <PageLink className="up" to={paths.event(event.id)} lang={title.lang}>
        <ArrowLeft />
        <span className="truncate">{title.text}</span>
      </PageLink>
      <div className="answering__about">
        <AnswerSubject event={event} date={date} />
      </div>
      {value && <PressedAnswer answer={value} />}
      <h1 className="d2" tabIndex={-1}>
        {t(missing && value ? "answers.ask_title" : "ui.my_answer")}
      </h1>
      {!isAsking && <FormNotices of={outcome} />}
      {event.joining && <JoiningElsewhere joining={event.joining} />}
      {!value ? null : !user ? (
        <NewAccountForm {...given} answer={value} />
      ) : missing?.what === "publishing" ? (
        <PublishFirst next={here} {...missing} />
      ) : missing ? (
        <NewPageForm {...given} answer={value} user={user} />
      ) : (
        <Form name="answer" action={here} isShared>
          <input type="hidden" name="value" value={value} />
          {occurrence && <input type="hidden" name="occurrence" value={occurrence} />}
          <Submit kind="main" size="large">
            {t("answers.ask_do")}
          </Submit>
        </Form>
      )}
    </div>
  )
}

/** Goes back to the list that one came from, at the same height, with the star as it was answered. */
function useLeave(id: number, next: string | undefined, value: Answer | undefined) {
  const navigate = useNavigate()
  const { state } = useLocation()
  // The form itself is gone by then: nothing is missing any more.
  const [first] = useFormAnswer<Answered>("first")
  const [answer] = useFormAnswer<Answered>("answer")
  const isAnswered = Boolean(first?.isAnswered || answer?.isAnswered)
  useEffect(() => {
    if (!isAnswered || !next) return
    starred.set(id, value === "interested")
    void (state === "list" ? navigate(-1) : navigate(next, { replace: true }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [isAnswered])
}
