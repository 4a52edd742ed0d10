import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { ArrowLeft } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { Note } from "#ui/note.tsx"
import type { Written } from "#web/api.ts"
import { demandConfirmation } from "#web/editing/demand-confirmation.ts"
import { Form, FormNotices, Submit, useFormAnswer } from "#web/editing/form-parts.tsx"
import { type FormArguments, forms, type Outcome } from "#web/editing/form.ts"
import { renameFields } from "#web/editing/rename-fields.ts"
import { page } from "#web/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session.ts"
import type { ProgramKind } from "../programs/program.ts"
import { OwnProgram, type Program } from "../ui/own-program.tsx"
import { Part, PersonalTitle, ShownOnce } from "../ui/parts.tsx"
import { Personal } from "../ui/personal.tsx"
import { KindField, ProgramFields } from "../ui/program-fields.tsx"
import type { Route } from "./+types/programs"

type Kept = Written<"POST", "/api/me/programs/">

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
/** A line of many is wrong: it is said beside the field that holds them. */
const beside = (error: unknown) => renameFields(error, (field) => field.split(".")[0] as string)

const save = forms({
  "program-make": async (form) => {
    const kind = (form.values.get("kind") ?? "") as ProgramKind
    const given = await form.api.post("/api/me/programs/", { ...filledIn(form), kind }).catch(beside)
    return { given, notice: { message: form.t("programs.registered") } }
  },
  "program-change": async (form) => {
    await form.api.patch("/api/me/programs/{id}/", filledIn(form), idIn(form)).catch(beside)
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

const presses = new Set(["program-secret", "program-remove", "program-change"])

/** The programs somebody writes, which may ask other people to act for them. */
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
          <FormNotices of={outcome && presses.has(outcome.form) && !edited ? outcome : undefined} />
          <Secret programs={programs} />
          {programs.length === 0 && <Empty title={t("programs.own_none")}>{t("programs.own_none_hint")}</Empty>}
          {programs.length > 0 && (
            <ul className="own">
              {programs.map((program) => (
                <OwnProgram key={program.id} program={program} />
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
              <Form<Kept> name="program-make" isShared isEmptiedWhenDone>
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

/** The secret of a program that was just made, or renewed. */
function Secret({ programs }: { programs: Program[] }) {
  const t = useMessages()
  const [made] = useFormAnswer<Kept>("program-make")
  const [renewed] = useFormAnswer<Kept>("program-secret")
  const kept = renewed ?? made
  if (!kept?.client_secret || !programs.some(({ id }) => id === kept.id)) return null
  return (
    <Note type="success" role="status">
      <ShownOnce key={kept.client_secret} lines={[kept.client_secret]}>
        <p>
          <strong>{kept.name}</strong>
        </p>
        <p>{t("programs.secret_once")}</p>
      </ShownOnce>
    </Note>
  )
}
