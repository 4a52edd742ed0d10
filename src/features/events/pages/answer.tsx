import { data, redirect } from "react-router"
import type { Messages } from "#i18n/messages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { FormNotices } from "#web/editing/form-parts.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { PageMeta } from "#web/meta.tsx"
import { page } from "#web/page.ts"
import { paths } from "#web/paths.ts"
import { problemOf, sentencesOf } from "#web/problems.ts"
import { answers } from "../ui/page/attendance.tsx"
import type { Route } from "./+types/answer"

/** What is here is only sent here: the answer itself is on the event's page. */
const load = page(async ({ params }: { params: { id: string } }) => {
  throw redirect(paths.event(params.id))
})
export const loader = load.server
export const clientLoader = load.client

const path = "/api/contents/events/{id}/attendance/"

const save = forms<{ id: string }>({
  answer: async ({ api, values, params: { id }, t }) => {
    const value = answers.find((one) => one === values.get("value"))
    const occurrence = Number(values.get("occurrence")) || undefined
    if (!value) {
      await attempt(
        t,
        t("answers.attendance_cancel_failed"),
        api.delete(path, undefined, occurrence === undefined ? { id } : { id, occurrence }),
      )
      return { notice: { message: t("answers.attendance_cancelled") }, ...back(id) }
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
    return { notice: { message: t("answers.attendance_updated") }, ...back(id) }
  },
  withdraw: async ({ api, params: { id }, t }) => {
    await attempt(t, t("answers.attendance_cancel_failed"), api.delete(path, undefined, { id }))
    return { notice: { message: t("answers.attendance_cancelled") }, ...back(id) }
  },
})
export const action = save.server
export const clientAction = save.client

/** In the browser the event stays in view; without script it is asked for again. */
function back(id: string) {
  return typeof document === "undefined" ? { to: `${paths.event(id)}#answer` } : {}
}

/** Says first what did not go through, then why. */
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

/** Seen only without script, when an answer was refused. */
export default function AnswerPage({ params, actionData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <div className="wrap narrow grid gap-3 py-3">
      <PageMeta title={t("ui.my_answer")} noindex />
      <h1 className="d2" tabIndex={-1}>
        {t("ui.my_answer")}
      </h1>
      <FormNotices of={actionData as Outcome | undefined} />
      <div className="bar">
        <ButtonLink to={paths.event(params.id)}>{t("events.back")}</ButtonLink>
      </div>
    </div>
  )
}
