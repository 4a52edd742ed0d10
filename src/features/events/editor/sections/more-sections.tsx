import { AccessFields } from "#features/places/ui/access-fields.tsx"
import { ImagesField } from "#features/documents/ui/images/images-field.tsx"
import type { Picture } from "#features/documents/image/picture.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { DateField } from "#ui/dates/date-field.tsx"
import { Shuffle } from "#ui/seldom-icons.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { TimeField } from "#ui/dates/time-field.tsx"
import { useEdit } from "#web/editing/edit-form.tsx"
import { Rows } from "#web/editing/edit-rows.tsx"
import { Submit } from "#web/editing/form-parts.tsx"
import type { Event } from "../../event.ts"
import type { PageChoice } from "../editor-data.ts"
import { accessWords, copyWords, imageWords, onlineWords, publicationWords } from "./fold-words.ts"
import { CopyDate } from "../dates/copy-date.tsx"
import { useLiveEvent } from "../live/live.ts"
import { Part } from "#web/editing/edit-part.tsx"
import { Online } from "./where-section.tsx"

/** The part for images, which replace the drawn poster. */
export function ImagesPart({ images, count, event, onChange, onDraw }: ImagesPartProps) {
  const t = useMessages()
  return (
    <Part
      id="images"
      title={t("event-editor.part_images")}
      holds={imageWords(t, useLiveEvent(), images.length)}
      {...(count === 0 ? { hint: t("event-editor.images_hint") } : {})}
      fields={["images"]}
    >
      {count === 0 && (
        <div className="bar needs-script not-lg">
          <Button icon={Shuffle} onClick={onDraw}>
            {t("event-editor.another_draw")}
          </Button>
        </div>
      )}
      <ImagesField
        name="images"
        label={t("event-editor.images")}
        images={images}
        {...(event ? { owner: { event: event.id } } : {})}
        onChange={onChange}
      />
    </Part>
  )
}
type ImagesPartProps = {
  images: readonly Picture[]
  /** Current number of images: with at least one, no poster is drawn. */
  count: number
  event: Event | null
  onChange: (images: readonly Picture[]) => void
  /** Draws the poster again; the button is beside the poster itself where there is room. */
  onDraw: () => void
}

/** The part for access that differs from that of the house. */
export function AccessPart() {
  const t = useMessages()
  const live = useLiveEvent()
  return (
    <Part
      id="access"
      title={t("event-editor.part_access")}
      holds={`${accessWords(t, live)} · ${onlineWords(t, live)}`}
      fields={["access", "mode", "online_url"]}
    >
      <Online />
      <p className="t2 edit__hint">{t("event-editor.access_hint")}</p>
      <AccessFields name="access" legend={t("event-editor.access_of")} />
    </Part>
  )
}

const statuses = ["scheduled", "tentative", "postponed", "rescheduled", "moved_online", "cancelled"] as const

/** The part for the status, with a reason. */
export function StatusPart() {
  const t = useMessages()
  const live = useLiveEvent()
  const status = useEdit("status")
  return (
    <Part
      id="status"
      title={t("event-editor.part_status")}
      holds={t(`event-editor.status_${(live.status || "scheduled") as "scheduled"}`)}
      hint={t("event-editor.status_hint")}
      fields={["status", "status_reason"]}
    >
      <Select
        {...status}
        label={t("event-editor.status")}
        options={statuses.map((value) => ({ value, label: t(`event-editor.status_${value}`) }))}
      />
      <TextArea
        {...useEdit("status_reason")}
        label={t("cancel.reason")}
        hint={t("event-editor.reason_hint")}
        rows={2}
        maxLength={500}
        isOptional
      />
    </Part>
  )
}

/** The part for a draft copy of the event, at the same dates or at others. */
export function CopyPart() {
  const t = useMessages()
  return (
    <Part
      id="copies"
      title={t("event-editor.part_copy")}
      holds={copyWords(t, useLiveEvent())}
      hint={t("event-editor.copy_hint")}
      fields={["copies"]}
    >
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
    </Part>
  )
}

type PublicationPartProps = {
  event: Event | null
  pages: readonly PageChoice[]
  /** Fid of the page that publishes the event. */
  host: string
}

/** The part for the publication time and the host; and for withdrawing the event to the managers of its page. */
export function PublicationPart({ event, pages, host: chosen }: PublicationPartProps) {
  const t = useMessages()
  const live = useLiveEvent()
  const host = useEdit("host")
  const isPublic = event?.workflow === "published"
  const name = pages.find(({ fid }) => fid === chosen)?.name ?? live["organizer.name"] ?? ""
  return (
    <Part
      id="publication"
      title={t("event-editor.part_publication")}
      holds={publicationWords(t, live, name, isPublic)}
      hint={t(isPublic ? "event-editor.is_public_hint" : "event-editor.publication_hint")}
      fields={["host", "publish_at"]}
    >
      {pages.length > 0 && (
        <Select
          {...host}
          defaultValue={host.defaultValue || chosen}
          label={t("event-editor.host")}
          hint={t("event-editor.host_hint")}
          options={pages.map(({ fid, name: words }) => ({ value: fid, label: words }))}
        />
      )}
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
    </Part>
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
