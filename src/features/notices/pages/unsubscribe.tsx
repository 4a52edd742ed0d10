import { useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Form, Submit } from "#web/editing/form-parts.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { choices } from "../notice.ts"
import type { Route } from "./+types/unsubscribe"

const load = page(async ({ url }) => ({ token: url.searchParams.get("token") ?? "" }))
export const loader = load.server
export const clientLoader = load.client

const save = forms({
  stop: async ({ api, values }) => {
    // Not named `token`, because a form shown again with an error drops fields of that name.
    await api.post("/api/notices/stop/", undefined, { token: values.get("of") ?? "" })
    return { given: true, session: "changed" }
  },
})
export const action = save.server
export const clientAction = save.client

/** Asks whether mails of a kind should end. It takes a press of a button, because programs that scan mails open links too. */
export default function UnsubscribePage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const t = useMessages()
  const [isStopped, setStopped] = useState(false)
  const isDone = isStopped || Boolean((actionData as Outcome | undefined)?.isDone)
  const kind = choices.find((one) => one === /^([a-z]+)\.[0-9a-f-]{36}$/.exec(token)?.[1])
  return (
    <div className="wrap head">
      <PageMeta title={t("manage.stop_title")} noindex />
      <h1 className="d1" tabIndex={-1}>
        {t(isDone ? "manage.stop_done" : "manage.stop_title")}
      </h1>
      {isDone ? (
        <p role="status">{t("manage.stop_text")}</p>
      ) : kind ? (
        <Form name="stop" className="form narrow" onDone={() => setStopped(true)}>
          <p>
            <strong>{t(`manage.stop_${kind}`)}</strong> {t("manage.stop_text")}
          </p>
          <input type="hidden" name="of" value={token} />
          <div className="bar">
            <Submit kind="main" size="large">
              {t("manage.stop_do")}
            </Submit>
          </div>
        </Form>
      ) : (
        <p>{t("manage.stop_wrong")}</p>
      )}
      <p>
        <ButtonLink to={paths.channels()}>{t("manage.choose_channels")}</ButtonLink>
      </p>
    </div>
  )
}
