import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Checkbox } from "#ui/fields/choice.tsx"
import { DownloadSimple } from "#ui/icons.tsx"
import { Form, FormNotices, Submit } from "#web/editing/form-parts.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { page } from "#web/page/page.ts"
import { forUser } from "#web/session/session.ts"
import { passwordLength } from "../password.ts"
import { Part, PersonalTitle } from "../ui/parts.tsx"
import { Personal } from "../ui/personal.tsx"
import { SecondFactorPart } from "../ui/second-factor-part.tsx"
import { SessionsPart } from "../ui/sessions-part.tsx"
import { PasswordField } from "../ui/sign-in/sign-in.tsx"
import { AuthorizationsPart } from "../ui/programs/authorizations-part.tsx"
import { TokensPart } from "../ui/programs/tokens-part.tsx"
import type { Route } from "./+types/account"

const load = page(({ api }) =>
  forUser(async () => {
    const [profile, factor, sessions, tokens, authorizations, address] = await Promise.all([
      api.get("/api/me/"),
      api.get("/api/me/second-factor/"),
      api.get("/api/me/sessions/"),
      api.get("/api/me/tokens/"),
      api.get("/api/me/authorizations/"),
      api.get("/api/me/calendar/address/"),
    ])
    return { profile, factor, sessions, tokens, authorizations, hasCalendarAddress: address.exists }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const save = forms({
  password: async ({ api, values, t }) => {
    await api.patch("/api/auth/password/", {
      old_password: values.get("old_password") ?? "",
      new_password: values.get("new_password") ?? "",
      keep_tokens: values.has("keep_tokens"),
    })
    return { notice: { message: t("account.password_changed") }, session: "changed" }
  },
  "factor-prepare": async ({ api, values }) => ({
    given: await api.post("/api/me/second-factor/", { password: values.get("password") ?? "" }),
  }),
  "factor-confirm": async ({ api, values, t }) => ({
    given: await api.put("/api/me/second-factor/", { code: values.get("code") ?? "" }),
    notice: { message: t("account.factor_is_on") },
    session: "changed",
  }),
  "factor-codes": async ({ api, values, t }) => ({
    given: await api.post("/api/me/second-factor/recovery-codes/", { password: values.get("password") ?? "" }),
    notice: { message: t("account.codes_renewed") },
  }),
  "factor-remove": async ({ api, values, t }) => {
    await api.delete("/api/me/second-factor/", { password: values.get("password") ?? "" })
    return { notice: { message: t("account.factor_is_off") }, session: "changed" }
  },
  "session-end": async ({ api, values, t }) => {
    await api.delete("/api/me/sessions/{id}/", undefined, { id: Number(values.get("id")) })
    return { notice: { message: t("account.session_ended") } }
  },
  "sessions-end": async ({ api, t }) => {
    await api.delete("/api/me/sessions/")
    return { notice: { message: t("account.sessions_ended") } }
  },
  everywhere: async ({ api, t }) => {
    await api.delete("/api/me/sessions/")
    await api.post("/api/auth/logout/")
    return { notice: { type: "info", message: t("account.logged_out") }, session: "cleared", to: "/" }
  },
  "token-make": async ({ api, values, t }) => {
    const days = Number(values.get("days"))
    const given = await api.post("/api/me/tokens/", {
      name: values.get("name") ?? "",
      scopes: values.getAll("scopes") as ("read" | "follow" | "write")[],
      // Anything but a number of days is left to the API, which refuses it.
      expires: days > 0 && days < 10_000 ? isoAfter(days) : "",
    })
    return { given, notice: { message: t("account.token_made") } }
  },
  "token-revoke": async ({ api, values, t }) => {
    await api.delete("/api/me/tokens/{id}/", undefined, { id: Number(values.get("id")) })
    return { notice: { message: t("account.token_revoked") } }
  },
  "program-revoke": async ({ api, values, t }) => {
    await api.delete("/api/me/authorizations/{id}/", undefined, { id: Number(values.get("id")) })
    return { notice: { message: t("programs.revoked") } }
  },
  leave: async ({ api, values, t }) => {
    await api.delete("/api/me/", { password: values.get("password") ?? "" })
    return { notice: { type: "info", message: t("account.account_deleted") }, session: "cleared", to: "/" }
  },
})
export const action = save.server
export const clientAction = save.client

const isoAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const presses = new Set(["session-end", "sessions-end", "everywhere", "token-revoke", "program-revoke"])

export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  const outcome = actionData as Outcome | undefined
  return (
    <Personal data={loaderData} title={t("personal.account")}>
      {({ profile, factor, sessions, tokens, authorizations, hasCalendarAddress }) => (
        <>
          <PersonalTitle>{t("personal.account")}</PersonalTitle>
          <FormNotices of={outcome && presses.has(outcome.form) ? outcome : undefined} />
          <Part title={t("account.password")} text={t("account.password_ends")}>
            <PasswordForm username={profile.username} hasSecrets={tokens.length > 0 || hasCalendarAddress} />
          </Part>
          <SecondFactorPart isOn={factor.enabled} codesLeft={factor.recovery_codes_left} />
          <SessionsPart sessions={sessions} timezone={profile.timezone} />
          <TokensPart tokens={tokens} timezone={profile.timezone} />
          <AuthorizationsPart authorizations={authorizations} timezone={profile.timezone} />
          <Part title={t("account.my_data")} text={t("account.my_data_about")}>
            <div className="bar">
              <ButtonLink icon={DownloadSimple} to="/api/me/export/" download>
                {t("account.download")}
              </ButtonLink>
            </div>
          </Part>
          <Part title={t("account.leave")}>
            <ul className="bullets t2">
              {(["access", "pages", "erased", "others"] as const).map((what) => (
                <li key={what}>{t(`account.leave_${what}`)}</li>
              ))}
            </ul>
            <Form name="leave">
              <PasswordField name="password" label={t("account.password")} autoComplete="current-password" />
              <div className="bar">
                <Submit kind="danger" size="large">
                  {t("account.leave_do")}
                </Submit>
              </div>
            </Form>
          </Part>
        </>
      )}
    </Personal>
  )
}

function PasswordForm({ username, hasSecrets }: { username: string; hasSecrets: boolean }) {
  const t = useMessages()
  return (
    <Form name="password" failure={t("account.password_failed")} isEmptiedWhenDone>
      {/* Password managers read the username from this field. */}
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <PasswordField name="old_password" label={t("account.old_password")} autoComplete="current-password" />
      <PasswordField
        name="new_password"
        label={t("account.new_password")}
        hint={t("account.password_hint", { count: passwordLength.min })}
        autoComplete="new-password"
      />
      {hasSecrets && (
        <Checkbox name="keep_tokens" hint={t("account.keep_tokens_hint")}>
          {t("account.keep_tokens")}
        </Checkbox>
      )}
      <div className="bar">
        <Submit kind="main" size="large">
          {t("account.change_password")}
        </Submit>
      </div>
    </Form>
  )
}
