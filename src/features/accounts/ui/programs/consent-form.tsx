import { useMessages } from "#i18n/messages-context.ts"
import { isoAt } from "#lib/time.ts"
import { Button } from "#ui/button.tsx"
import { Note } from "#ui/note.tsx"
import type { AnswerTo } from "#web/api.ts"
import { FormNotices } from "#web/editing/form-parts.tsx"
import type { Outcome } from "#web/editing/form.ts"
import { idleDays } from "../../programs/program.ts"
import "./consent.css"

type Consent = AnswerTo<"/api/auth/consent/">
type ConsentFormProps = {
  consent: Consent
  person: { name: string | null; username: string; timezone: string }
  outcome: Outcome | undefined
}

/**
 * Which program requests which scopes, for which account and until when, with the two answers. The form always loads a document,
 * with or without script, because the answer leads to another site.
 */
export function ConsentForm({ consent, person, outcome }: ConsentFormProps) {
  const t = useMessages()
  const { program, redirect, scopes, until } = consent
  const there = redirect.kind === "web" ? redirect.host : t(`programs.to_${redirect.kind}`, { host: redirect.host })
  const facts = [
    {
      name: t("programs.site"),
      said: (
        <a className="link" href={program.website} target="_blank" rel="nofollow noopener noreferrer">
          {new URL(program.website).host}
        </a>
      ),
    },
    { name: t("programs.in_name_of"), said: person.name ? `${person.name} (${person.username})` : person.username },
    { name: t("programs.then_to"), said: there },
    {
      name: t("programs.until"),
      said: <time dateTime={until}>{t.date(isoAt(new Date(until), person.timezone), "medium")}</time>,
    },
  ]
  return (
    <form method="post" className="form gate__form consent">
      <FormNotices of={outcome} />
      <Note type="warning">
        <p>{t("programs.unverified")}</p>
      </Note>
      <div>
        <h2 className="lbl" id="could">
          {t("programs.could")}
        </h2>
        <ul className="bullets" aria-labelledby="could">
          {scopes.map((scope) => (
            <li key={scope}>{t(`programs.may_${scope}`)}</li>
          ))}
        </ul>
      </div>
      <p className="small t2">{t("programs.could_not")}</p>
      <dl className="consent__facts">
        {facts.map(({ name, said }) => (
          <div key={name}>
            <dt className="t2">{name}</dt>
            <dd>{said}</dd>
          </div>
        ))}
      </dl>
      <p className="small t2">{t("programs.until_idle", { count: idleDays })}</p>
      <div className="consent__do">
        <Button type="submit" size="large" name="form" value="refuse">
          {t("programs.refuse")}
        </Button>
        <Button type="submit" kind="main" size="large" name="form" value="allow">
          {t("programs.allow")}
        </Button>
      </div>
    </form>
  )
}
