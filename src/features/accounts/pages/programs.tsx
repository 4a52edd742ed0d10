import { data } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { ArrowLeft } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import type { WriteAnswer } from "#web/api.ts"
import { demandConfirmation } from "#web/editing/demand-confirmation.ts"
import { Form, FormNotices, Submit, useFormAnswer } from "#web/editing/form-parts.tsx"
import { type FormArguments, forms, type Outcome } from "#web/editing/form.ts"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { failureOf } from "#web/api/problems.ts"
import { forUser } from "#web/session/session.ts"
import type { ProgramKind } from "../programs/program.ts"
import { ProgramRow, type Program } from "../ui/programs/program-row.tsx"
import { NewSecrets } from "../ui/new-secrets.tsx"
import { Part, PersonalTitle } from "../ui/parts.tsx"
import { Personal } from "../ui/personal.tsx"
import { KindField, ProgramFields } from "../ui/programs/program-fields.tsx"
import type { Route } from "./+types/programs"

type WithSecret = WriteAnswer<"POST", "/api/me/programs/">

const load = page(({ api, url }) =>
  forUser(async () => {
    const programs = await api.get("/api/me/programs/")
    return { programs, edited: programs.find(({ id }) => String(id) === url.searchParams.get("program")) }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const idIn = ({ values }: Pick<FormArguments, "values">) => ({ id: Number(values.get("id")) })
const filledIn = ({ values }: Pick<FormArguments, "values">) => ({
  name: values.get("name") ?? "",
  website: values.get("website") ?? "",
  redirects: (values.get("redirects") ?? "").split(/\s+/).filter(Boolean),
})
/** When several lines of the redirect field are wrong, the error beside the field says which lines and why. */
function byLine(error: unknown, { t, ...form }: Pick<FormArguments, "t" | "values">): never {
  const failure = failureOf(error)
  if (failure?.status !== 400) throw error
  const { redirects } = filledIn(form)
  const fields: Record<string, string[]> = {}
  for (const [name, said] of Object.entries(failure.said.fields)) {
    const [field = "", line] = name.split(".")
    const address = line && redirects[Number(line)]
    ;(fields[field] ??= []).push(...said.map((what) => (address ? t("programs.redirect_is", { address, what }) : what)))
  }
  throw data({ ...failure.said, fields }, { status: failure.status })
}

const save = forms({
  "program-make": async (form) => {
    const kind = (form.values.get("kind") ?? "") as ProgramKind
    const given = await form.api
      .post("/api/me/programs/", { ...filledIn(form), kind })
      .catch((error: unknown) => byLine(error, form))
    return { given, notice: { message: form.t("programs.registered") } }
  },
  "program-change": async (form) => {
    await form.api
      .patch("/api/me/programs/{id}/", filledIn(form), idIn(form))
      .catch((error: unknown) => byLine(error, form))
    return { notice: { message: form.t("programs.changed") }, to: paths.programs() }
  },
  "program-secret": async (form) => {
    demandConfirmation(form)
    const given = await form.api.post("/api/me/programs/{id}/secret/", undefined, idIn(form))
    return { given, notice: { message: form.t("programs.renewed") } }
  },
  "program-remove": async (form) => {
    demandConfirmation(form)
    await form.api.delete("/api/me/programs/{id}/", undefined, idIn(form))
    return { notice: { message: form.t("programs.removed") }, to: paths.programs() }
  },
})
export const action = save.server
export const clientAction = save.client

/** Forms with fields show their own outcome for as long as they are on the page. */
const isSaidAbove = ({ form }: Outcome, isEdited: boolean) => form !== (isEdited ? "program-change" : "program-make")

/** The page of the programs a person has registered, which may ask other people for authorization. */
export default function ProgramsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  const outcome = actionData as Outcome | undefined
  return (
    <Personal data={loaderData} title={t("programs.own")}>
      {({ programs, edited }) => (
        <>
          <div>
            <Link className="up" to={paths.account()}>
              <ArrowLeft />
              {t("programs.to_account")}
            </Link>
            <PersonalTitle text={t("programs.own_about")}>{t("programs.own")}</PersonalTitle>
          </div>
          <FormNotices of={outcome && isSaidAbove(outcome, Boolean(edited)) ? outcome : undefined} />
          <Secrets programs={programs} />
          {programs.length === 0 && <Empty title={t("programs.own_none")}>{t("programs.own_none_hint")}</Empty>}
          {programs.length > 0 && (
            <ul className="own">
              {programs.map((program) => (
                <ProgramRow key={program.id} program={program} />
              ))}
            </ul>
          )}
          {edited ? (
            <Part title={t("programs.change_what", { what: edited.name })}>
              <Form key={edited.id} name="program-change">
                <input type="hidden" name="id" value={edited.id} />
                <ProgramFields program={edited} />
                <div className="bar">
                  <Submit kind="main" size="large">
                    {t("account.save")}
                  </Submit>
                  <ButtonLink size="large" to={paths.programs()}>
                    {t("programs.cancel")}
                  </ButtonLink>
                </div>
              </Form>
            </Part>
          ) : (
            <Part title={t("programs.register")}>
              <Form<WithSecret> name="program-make" isShared isEmptiedWhenDone>
                <ProgramFields />
                <KindField />
                <div className="bar">
                  <Submit kind="main" size="large">
                    {t("programs.register")}
                  </Submit>
                  <ButtonLink size="large" to={paths.apiDocs()}>
                    {t("account.api_docs")}
                  </ButtonLink>
                </div>
              </Form>
            </Part>
          )}
        </>
      )}
    </Personal>
  )
}

/** The secrets of a program just registered and of one just renewed, while those programs still exist. */
function Secrets({ programs }: { programs: Program[] }) {
  const t = useMessages()
  const [made] = useFormAnswer<WithSecret>("program-make")
  const [renewed] = useFormAnswer<WithSecret>("program-secret")
  const toShow = (one: WithSecret | undefined) =>
    one?.client_secret && programs.some(({ id }) => id === one.id)
      ? { id: one.id, secret: one.client_secret, name: <strong>{one.name}</strong>, text: t("programs.secret_once") }
      : undefined
  return <NewSecrets made={toShow(made)} renewed={toShow(renewed)} />
}
