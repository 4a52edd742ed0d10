import { useMessages } from "#i18n/messages-context.ts"
import { type Choice, choices } from "#features/notices/notice.ts"
import { PushDevices } from "#features/notices/ui/push/push-devices.tsx"
import { Badge } from "#ui/badge.tsx"
import { Note } from "#ui/note.tsx"
import type { Profile } from "#features/accounts/profile.server.ts"
import { Form, FormNotices, Submit } from "#web/editing/form-parts.tsx"
import { type FormArguments, forms, type Outcome } from "#web/editing/form.ts"
import { nextOf } from "#web/navigation/next.ts"
import { page } from "#web/page/page.ts"
import { forUser } from "#web/session/session.ts"
import { Part, PersonalTitle, ButtonForm } from "#features/accounts/ui/parts.tsx"
import { Personal } from "#features/accounts/ui/personal.tsx"
import { EmailField, PasswordField } from "#features/accounts/ui/sign-in/sign-in.tsx"
import type { Issue } from "../representation.server.ts"
import { NewsletterPart, NewsletterPreview } from "../ui/newsletter-part.tsx"
import type { Route } from "./+types/emails"
import "../ui/newsletter.css"

const load = page(({ api }) =>
  forUser(async () => {
    const [profile, newsletter, devices] = await Promise.all([
      api.get("/api/me/"),
      api.get("/api/me/newsletter/"),
      api.get("/api/me/push/"),
    ])
    return { profile, newsletter, devices }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const idOf = ({ values }: Pick<FormArguments, "values">) => ({ id: Number(values.get("id")) })
type Frequency = Profile["newsletter"]["frequency"]
/** The issue that would be sent now, and the settings tried: the form keeps them as chosen. */
type Tried = { issue: Issue; settings: Profile["newsletter"] }

const save = forms({
  add: async ({ api, values, url, t }) => {
    const given = { email: values.get("email") ?? "", password: values.get("password") ?? "" }
    const { email } = await api.post("/api/me/emails/", { ...given, next: nextOf(url, "") })
    return { notice: { message: t("account.link_sent", { email }) }, session: "changed" }
  },
  verify: async (args) => {
    await args.api.post("/api/me/emails/{id}/verification/", { next: nextOf(args.url, "") }, idOf(args))
    return { notice: { message: args.t("account.link_sent_again") } }
  },
  primary: async (args) => {
    await args.api.patch("/api/me/emails/{id}/", { is_primary: true }, idOf(args))
    return { notice: { message: args.t("account.primary_changed") }, session: "changed" }
  },
  remove: async (args) => {
    await args.api.delete("/api/me/emails/{id}/", undefined, idOf(args))
    return { notice: { message: args.t("account.email_removed") }, session: "changed" }
  },
  device: async (args) => {
    await args.api.delete("/api/me/push/", undefined, idOf(args))
    return { notice: { message: args.t("push.removed") } }
  },
  letter: async ({ api, values, t }) => {
    const settings = {
      frequency: values.get("frequency") as Frequency,
      weekday: Number(values.get("weekday")),
      hour: Number(values.get("hour")),
      language: (values.get("letter_language") || null) as Profile["newsletter"]["language"],
    }
    if (values.get("do") === "preview") {
      const { issue } = await api.post("/api/me/newsletter/preview/", settings)
      return { given: { issue, settings } satisfies Tried }
    }
    if (values.get("do") === "test") {
      await api.post("/api/me/newsletter/test/")
      return { notice: { message: t("subscribe.test_sent") } }
    }
    await api.patch("/api/me/", {
      newsletter: settings,
      notify: values.getAll("notify") as Profile["notify"],
      notify_app: values.getAll("notify_app") as Profile["notify_app"],
    })
    return { notice: { message: t("account.letter_saved") }, session: "changed" }
  },
})
export const action = save.server
export const clientAction = save.client

export default function EmailsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <Personal data={loaderData} title={t("personal.emails")}>
      {({ profile, newsletter, devices }) => (
        <>
          <PersonalTitle>{t("personal.emails")}</PersonalTitle>
          <FormNotices of={onlyPressed(actionData as Outcome | undefined)} />
          <Addresses profile={profile} />
          <Form<Tried> name="letter" className="form">
            {({ outcome }) => (
              <>
                <NewsletterPart settings={outcome?.given?.settings ?? profile.newsletter} newsletter={newsletter} />
                {outcome?.given && <NewsletterPreview issue={outcome.given.issue} />}
                <Notify mailed={profile.notify} told={profile.notify_app} />
                <div className="bar">
                  <Submit kind="main" size="large">
                    {t("account.save")}
                  </Submit>
                </div>
              </>
            )}
          </Form>
          <PushDevices devices={devices} />
        </>
      )}
    </Personal>
  )
}

/** The two forms with fields show their own outcome. */
function onlyPressed(outcome: Outcome | undefined) {
  return outcome && outcome.form !== "add" && outcome.form !== "letter" ? outcome : undefined
}

function Addresses({ profile }: { profile: Profile }) {
  const t = useMessages()
  return (
    <div className="form">
      {profile.emails.length === 0 && (
        <Note type="warning">
          <p>
            <strong>{t("account.no_email")}</strong> {t("account.no_email_hint")}
          </p>
        </Note>
      )}
      {profile.emails.length > 0 && (
        <ul className="own">
          {profile.emails.map(({ id, email, is_primary, verified }) => (
            <li key={id}>
              <div className="own__txt">
                <b>{email}</b>
                <span className="bar">
                  {is_primary && <Badge>{t("account.primary")}</Badge>}
                  <Badge tone={verified ? "yes" : "warn"}>
                    {verified ? t("account.verified") : t("account.unverified")}
                  </Badge>
                </span>
              </div>
              <div className="own__do">
                {!verified && (
                  <ButtonForm form="verify" id={id} label={t("account.verify_what", { what: email })}>
                    {t("account.verify")}
                  </ButtonForm>
                )}
                {verified && !is_primary && (
                  <ButtonForm form="primary" id={id} label={t("account.make_primary_what", { what: email })}>
                    {t("account.make_primary")}
                  </ButtonForm>
                )}
                {!is_primary && (
                  <ButtonForm form="remove" id={id} label={t("account.remove_what", { what: email })}>
                    {t("account.remove")}
                  </ButtonForm>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <Form name="add" className="form narrow beside" isEmptiedWhenDone>
        <EmailField name="email" label={profile.emails.length > 0 ? t("account.another_email") : t("account.email")} />
        <PasswordField name="password" label={t("account.password")} autoComplete="current-password" />
        <Submit>{t("account.add_email")}</Submit>
      </Form>
    </div>
  )
}

function Notify({ mailed, told }: { mailed: Profile["notify"]; told: Profile["notify_app"] }) {
  const t = useMessages()
  const toggle = (name: "notify" | "notify_app", kind: Choice, isOn: boolean) => (
    <input
      type="checkbox"
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked
      role="switch"
      className="switch"
      name={name}
      value={kind}
      defaultChecked={isOn}
      aria-label={`${t(`account.notify_${kind}`)} – ${t(name === "notify" ? "account.by_mail" : "account.here")}`}
    />
  )
  return (
    <Part title={t("account.also_write")} id="notify">
      <table className="table ways">
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">{t("account.also_write")}</span>
            </th>
            <th scope="col">{t("account.by_mail")}</th>
            <th scope="col">{t("account.here")}</th>
          </tr>
        </thead>
        <tbody>
          {choices.map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(`account.notify_${kind}`)}</th>
              <td>{toggle("notify", kind, mailed.includes(kind))}</td>
              <td>{toggle("notify_app", kind, told.includes(kind))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  )
}
