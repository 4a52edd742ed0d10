import { AccessFields } from "#features/places/ui/access-fields.tsx"
import { ImagesField } from "#features/documents/ui/images-field.tsx"
import type { Picture } from "#features/documents/picture.ts"
import { inLanguage } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { DateField } from "#ui/dates/date-field.tsx"
import { EditSection } from "#ui/editing/edit-layout.tsx"
import { Plus } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { TimeField } from "#ui/dates/time-field.tsx"
import { useEdit } from "#web/editing/edit-form.tsx"
import { Rows } from "#web/editing/edit-rows.tsx"
import { Submit } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"
import type { Event } from "../event.ts"
import type { ParentChoice } from "./editor-data.ts"
import { FestivalPicker } from "./festival-picker.tsx"

/** Images of its own, in place of the poster that is drawn. */
export function ImagesSection({ images, event, onChange }: ImagesSectionProps) {
  const t = useMessages()
  return (
    <EditSection title={t("event-editor.part_images")} id="images" hint={t("event-editor.images_hint")}>
      <ImagesField
        name="images"
        label={t("event-editor.images")}
        images={images}
        {...(event ? { owner: { event: event.id } } : {})}
        onChange={onChange}
      />
    </EditSection>
  )
}
type ImagesSectionProps = {
  images: readonly Picture[]
  event: Event | null
  onChange: (images: readonly Picture[]) => void
}

/** What is different here from what the house says of its access. */
export function AccessSection() {
  const t = useMessages()
  return (
    <EditSection title={t("event-editor.part_access")} id="access" hint={t("event-editor.access_hint")}>
      <details className="foldable">
        <summary>{t("event-editor.access_open")}</summary>
        <AccessFields name="access" legend={t("event-editor.access_of")} />
      </details>
    </EditSection>
  )
}

/** The festival it is a part of, and the parts it has. */
export function FestivalSection({ parent, event }: { parent: ParentChoice | null; event: Event | null }) {
  const t = useMessages()
  const titled = ({ title, language }: Pick<Event, "title" | "language">) => inLanguage(title, t.language, language)
  return (
    <EditSection title={t("event-editor.part_festival")} id="festival">
      <FestivalPicker event={event} parent={parent} />
      {event && (
        <div className="grid gap-3">
          {event.children.length > 0 && (
            <>
              <h3 className="h5">{t("event-editor.children", { count: event.children.length })}</h3>
              <ul className="credits">
                {event.children.map((child) => (
                  <li key={child.id}>
                    <span>{t.date(child.start, "medium")}</span>
                    <Link className="link" to={paths.editEvent(child.id)} lang={titled(child).language}>
                      {titled(child).text}
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
          {!event.parent && (
            <div className="bar">
              <ButtonLink icon={Plus} to={`${paths.newEvent()}?parent=${event.id}`}>
                {t("event-editor.add_child")}
              </ButtonLink>
            </div>
          )}
        </div>
      )}
    </EditSection>
  )
}

const statuses = ["scheduled", "tentative", "postponed", "rescheduled", "moved_online", "cancelled"] as const

/** What became of it, in a word and with the reason. */
export function StatusSection() {
  const t = useMessages()
  const status = useEdit("status")
  return (
    <EditSection title={t("event-editor.part_status")} id="status" hint={t("event-editor.status_hint")}>
      <Select
        {...status}
        label={t("event-editor.status")}
        options={statuses.map((value) => ({ value, label: t(`event-editor.status_${value}`) }))}
      />
      <TextArea
        {...useEdit("status_reason")}
        label={t("event-editor.reason")}
        hint={t("event-editor.reason_hint")}
        rows={2}
        maxLength={500}
        isOptional
      />
    </EditSection>
  )
}

/** The same event once more, as a draft, at the same dates or at others. */
export function CopySection() {
  const t = useMessages()
  return (
    <EditSection title={t("event-editor.part_copy")} id="copies" hint={t("event-editor.copy_hint")}>
      <Rows
        name="copies"
        add={t("event-editor.add_copy_date")}
        remove={(position) => t("event-editor.remove_date", { position })}
        most={50}
      >
        {(number) => <CopyDate name={`copies.${number}`} />}
      </Rows>
      <div className="bar">
        <Submit name="do" value="copy">
          {t("event-editor.copy_do")}
        </Submit>
      </div>
    </EditSection>
  )
}

function CopyDate({ name }: { name: string }) {
  const t = useMessages()
  return (
    <div className="form__grid">
      <div className="c3">
        <DateField {...useEdit(`${name}.date`)} label={t("event-editor.new_date")} />
      </div>
      <div className="c3">
        <TimeField {...useEdit(`${name}.time`)} label={t("event-editor.start")} isOptional />
      </div>
    </div>
  )
}

/** When it becomes public, and the way to keep it to those who manage the page. */
export function PublicationSection({ event }: { event: Event | null }) {
  const t = useMessages()
  const isPublic = event?.workflow === "published"
  return (
    <EditSection
      title={t("event-editor.part_publication")}
      id="publication"
      hint={t(isPublic ? "event-editor.is_public_hint" : "event-editor.publication_hint")}
    >
      {!isPublic && <PublishLater />}
      <div className="bar">
        {event && event.workflow !== "draft" ? (
          <Submit name="do" value="withdraw">
            {t(isPublic ? "event-editor.withdraw_public" : "event-editor.withdraw")}
          </Submit>
        ) : (
          <Submit name="do" value="save">
            {t("event-editor.save_draft")}
          </Submit>
        )}
      </div>
    </EditSection>
  )
}

function PublishLater() {
  const t = useMessages()
  return (
    <div className="form__grid">
      <div className="c3">
        <DateField {...useEdit("publish_at.date")} label={t("event-editor.publish_date")} isOptional />
      </div>
      <div className="c3">
        <TimeField
          {...useEdit("publish_at.time")}
          label={t("event-editor.publish_time")}
          hint={t("event-editor.publish_time_hint")}
          isOptional
        />
      </div>
    </div>
  )
}
