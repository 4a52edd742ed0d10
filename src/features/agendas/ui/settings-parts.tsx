import { useMessages } from "#i18n/messages-context.ts"
import { languageNames, languages } from "#i18n/languages.ts"
import { Part, ButtonForm } from "#features/accounts/ui/parts.tsx"
import { Checkbox } from "#ui/fields/choice.tsx"
import { Link } from "#ui/link.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { Form, Submit, useField } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"
import { useUser } from "#web/session/session.ts"
import { useSite } from "#web/page/site.ts"
import { longestSlug, type ManagedAgenda, slugOf } from "../agenda.ts"

type PartProps = { agenda: ManagedAgenda }

/** The name of an agenda, and its description in each language. */
export function SettingsPart({ agenda }: PartProps) {
  const t = useMessages()
  return (
    <Part title={t("lists.settings")}>
      <Form name="settings">
        <SettingsFields agenda={agenda} />
        <div className="bar">
          <Submit kind="main" size="large">
            {t("lists.save")}
          </Submit>
        </div>
      </Form>
      {!agenda.is_default && (
        <Form name="star" className="press" isBare>
          <input type="hidden" name="agenda" value={agenda.name} />
          <Submit>{t("lists.make_usual")}</Submit>
        </Form>
      )}
    </Part>
  )
}

function SettingsFields({ agenda }: PartProps) {
  const t = useMessages()
  const others = languages.filter((one) => one !== agenda.language)
  return (
    <>
      <TextField {...useField("name", agenda.name)} label={t("lists.name")} maxLength={100} autoComplete="off" />
      <Select
        {...useField("language", agenda.language)}
        label={t("lists.language")}
        options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
      />
      <Description agenda={agenda} language={agenda.language} hint={t("lists.description_hint")} />
      <details open={others.some((one) => agenda.description[one])}>
        <summary className="link min-h-11 cursor-pointer content-center">{t("lists.other_languages")}</summary>
        <div className="grid gap-3 pt-3">
          {others.map((language) => (
            <Description key={language} agenda={agenda} language={language} />
          ))}
        </div>
      </details>
    </>
  )
}

type DescriptionProps = PartProps & { language: (typeof languages)[number]; hint?: string }

function Description({ agenda, language, hint }: DescriptionProps) {
  const t = useMessages()
  return (
    <TextArea
      {...useField(`description.${language}`, agenda.description[language] ?? "")}
      label={t(`lists.description_${language}`)}
      {...(hint ? { hint } : {})}
      rows={3}
      maxLength={2000}
      lang={language}
      isOptional
    />
  )
}

/** Whether the agenda is public, its address, and whether it names its owner. */
export function PublishingPart({ agenda }: PartProps) {
  const t = useMessages()
  return (
    <Part title={t("lists.publishing")} text={agenda.published ? undefined : t("lists.publishing_about")}>
      {agenda.published && agenda.slug && (
        <p>
          {t("lists.is_published_at")}{" "}
          <Link className="link" to={paths.agenda(agenda.slug)}>
            {agenda.url?.replace(/^https?:\/\//, "")}
          </Link>
        </p>
      )}
      <Form name="publish">
        {agenda.published && <input type="hidden" name="isAgain" value="1" />}
        <PublishingFields agenda={agenda} />
        <div className="bar">
          <Submit kind={agenda.published ? "quiet" : "main"} size="large">
            {agenda.published ? t("lists.save") : t("lists.publish")}
          </Submit>
        </div>
      </Form>
      {agenda.published && <ButtonForm form="unpublish">{t("lists.unpublish")}</ButtonForm>}
    </Part>
  )
}

function PublishingFields({ agenda }: PartProps) {
  const t = useMessages()
  const user = useUser()
  const site = useSite()
  return (
    <>
      <TextField
        {...useField("slug", agenda.slug ?? slugOf(agenda.name))}
        label={t("lists.address")}
        hint={t("lists.address_hint", { site: site?.url.replace(/^https?:\/\//, "") ?? "" })}
        maxLength={longestSlug}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {user?.identity && (
        <Checkbox name="shows_owner" value="1" defaultChecked={agenda.shows_owner} hint={t("lists.shows_owner_hint")}>
          {t("lists.shows_owner")}
        </Checkbox>
      )}
    </>
  )
}

/** The deletion of an agenda takes two presses, with and without script. */
export function DeletePart({ agenda }: PartProps) {
  const t = useMessages()
  return (
    <Part title={t("lists.delete")} text={t("lists.delete_about")}>
      <details>
        <summary className="link min-h-11 cursor-pointer content-center">{t("lists.delete")}</summary>
        <ButtonForm form="delete" kind="danger">
          {t("lists.delete_confirm", { agenda: agenda.name })}
        </ButtonForm>
      </details>
    </Part>
  )
}
