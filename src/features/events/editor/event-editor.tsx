import { type ClipboardEvent, useMemo, useRef, useState } from "react"
import type { Picture } from "#features/documents/image/picture.ts"
import { isLanguage } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { EditLayout } from "#ui/editing/edit-layout.tsx"
import { FoldedParts } from "#ui/editing/folded-part.tsx"
import { EyeSlash } from "#ui/seldom-icons.tsx"
import { Note } from "#ui/note.tsx"
import { notifyForm } from "#ui/reveal.ts"
import { DraftNote, EditForm } from "#web/editing/edit-form.tsx"
import { useLiveFields } from "#web/editing/edit-live.ts"
import { Refilling, Submit } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"
import type { Event } from "../event.ts"
import { titleOf } from "../ui/event-words.ts"
import { CancelEvent } from "../ui/manage/cancel-event.tsx"
import { DuplicatesPanel } from "./duplicates/duplicates-panel.tsx"
import type { EditorData } from "./editor-data.ts"
import { eventMatters } from "./event-matters.ts"
import { EventPreview } from "./live/event-preview.tsx"
import { eventOf } from "./form/form-event.ts"
import { LiveContext, useLiveEvent } from "./live/live.ts"
import { LivePoster } from "./live/live-poster.tsx"
import { CategoryField } from "./sections/category-field.tsx"
import { MergeDialog } from "./duplicates/merge-dialog.tsx"
import { MoneyPart } from "./sections/money-section.tsx"
import { AccessPart, CopyPart, ImagesPart, PublicationPart, StatusPart } from "./sections/more-sections.tsx"
import { PastedSection } from "./pasted/pasted-section.tsx"
import { FilledGroupsContext } from "./pasted/filled-mark.tsx"
import { usePasted } from "./pasted/use-pasted.ts"
import { OrganizerField } from "./sections/organizer-field.tsx"
import { SavedContext } from "#web/editing/edit-part.tsx"
import { useRounds } from "#web/editing/use-rounds.ts"
import { TitleField } from "./sections/title-field.tsx"
import { TitlesContext, useTitles } from "./titles.ts"
import { LanguagesPart, TextPart } from "./sections/what-section.tsx"
import { Dates, TimesPart } from "./sections/when-section.tsx"
import { Place } from "./sections/where-section.tsx"
import { WhoPart } from "./sections/who-section.tsx"
import "#ui/styles/editor.css"
import "./event-editor.css"
import "./sections/category-field.css"

/** The editor of a new or existing event; on request, a preview of its fields. */
export function EventEditor({ data }: { data: EditorData }) {
  const [round, beginAnew] = useRounds(data.edited)
  const { event, edited, uid, pages, images } = data
  if (data.isPreview) {
    const shown = eventOf(edited.draft?.fields ?? edited.saved, { uid, event, pages, images })
    return (
      <EventPreview
        event={{ ...shown, workflow: "draft" }}
        back={event ? paths.editEvent(event.id) : paths.newEvent()}
      />
    )
  }
  // After saving or a search for duplicates the form starts again from the stored fields; a mere reload of the data keeps what
  // was typed.
  const key = [round, data.saved, data.duplicates?.length].join()
  return <Editor key={key} data={data} onDiscarded={beginAnew} />
}

function Editor({ data, onDiscarded }: { data: EditorData; onDiscarded: () => void }) {
  const t = useMessages()
  const { event, edited, pages, parent, rooms } = data
  const begun = edited.draft?.fields ?? edited.saved
  const anchor = useRef<HTMLElement>(null)
  const live = useLiveFields(anchor, begun)
  const [images, setImages] = useState<readonly Picture[]>(data.images)
  const [roll, setRoll] = useState(Number(begun.poster_roll) || 0)
  const drawn = useRef<HTMLInputElement>(null)
  const [merging, setMerging] = useState<Event>()
  const box = useRef<HTMLDivElement>(null)
  const main = isLanguage(live.language) ? live.language : "fr"
  const venues = useMemo(() => pages.filter(({ type }) => type === "place"), [pages])
  const pasted = usePasted({ box, main, usual: data.habits.minutes, zone: data.ownZone, venues })
  const rounds = pasted.refill?.rounds ?? {}
  const titles = useTitles(live, rounds.title ?? 0)
  const taken = useMemo(() => pasted.taken.map(({ group }) => group), [pasted.taken])
  const preferred = pages.find(({ fid }) => fid === begun.host || fid === begun.place) ?? pages[0]
  const host = pages.some(({ fid }) => fid === live.host) ? (live.host as string) : (preferred?.fid ?? "")
  const shown = useMemo(
    () => eventOf({ ...live, host }, { uid: data.uid, event, pages, images: [] }),
    [live, host, data.uid, event, pages],
  )
  const matters = useMemo(() => eventMatters(t, { pages, rooms }), [t, pages, rooms])
  const draw = (next: number) => {
    setRoll(next)
    queueMicrotask(() => notifyForm(drawn.current))
  }
  const title = event ? t("event-editor.edit_title") : t("event-editor.new_title")
  const name = event && titleOf(t, event).text

  return (
    <EditLayout
      up={
        event ? { to: paths.event(event.id), label: name ?? "" } : { to: paths.events(), label: t("event-editor.up") }
      }
      title={title}
      aside={<LivePoster event={shown} image={images[0]} roll={roll} onRoll={draw} anchor={anchor} />}
    >
      {/* When duplicates are shown the person has just sent the form: this is no draft from an earlier visit. */}
      {!data.duplicates?.length && <DraftNote edited={edited} onDiscarded={onDiscarded} />}
      {event?.hidden && (
        <Note type="warning" icon={EyeSlash}>
          <p>
            <strong>{t("event-editor.hidden")}</strong> {event.hidden.reason}
          </p>
        </Note>
      )}
      {event?.status === "cancelled" && (
        <Note type="error">
          <p>
            <strong>{t("events.status_cancelled")}</strong> {event.status_reason}
          </p>
        </Note>
      )}
      {!data.isVerified && (
        <Note
          type="warning"
          action={
            <ButtonLink to={paths.emails({ next: event ? paths.editEvent(event.id) : paths.newEvent() })}>
              {t("editor.verify_email")}
            </ButtonLink>
          }
        >
          <p>{t("event-editor.unverified")}</p>
        </Note>
      )}
      <LiveContext value={live}>
        <SavedContext value={edited.saved}>
          <TitlesContext value={titles}>
            <EditForm
              name="save"
              edited={edited}
              matters={matters}
              who={data.who}
              hasFiles
              actions={<Actions event={event} by={pages.find(({ fid }) => fid === host)?.name} />}
            >
              <input type="hidden" name="uid" value={data.uid} />
              <input type="hidden" name="poster_roll" value={roll} ref={drawn} />
              {data.duplicates && data.duplicates.length > 0 && (
                <DuplicatesPanel found={data.duplicates} event={event} onMerge={setMerging} />
              )}
              <Refilling refill={pasted.refill}>
                <FilledGroupsContext value={taken}>
                  <div
                    className="evform"
                    ref={box}
                    onPaste={event ? undefined : (paste) => pastedTitle(paste, pasted.readTitle)}
                  >
                    {!event && <PastedSection pasted={pasted} />}
                    <div className="form__grid evform__first">
                      <div className="c6" key={`title ${rounds.title}`}>
                        <TitleField language={titles.main} />
                      </div>
                      <Dates key={`dates ${rounds.dates}`} ownZone={data.ownZone} usual={data.habits.minutes} />
                      <Place
                        key={`place ${rounds.place}`}
                        rooms={rooms}
                        city={data.city}
                        zone={data.zone}
                        countries={data.countries}
                      />
                      <CategoryField key={`category ${rounds.category}`} recent={data.habits.categories} />
                      {pages.length === 0 && <OrganizerField />}
                    </div>
                    <FoldedParts label={t("event-editor.parts")}>
                      <MoneyPart />
                      <TimesPart isNew={!event} zone={data.zone} />
                      <WhoPart event={event} parent={parent} />
                      <TextPart />
                      <ImagesPart
                        images={data.images}
                        count={images.length}
                        event={event}
                        onChange={setImages}
                        onDraw={() => draw(roll + 1)}
                      />
                      <AccessPart />
                      <LanguagesPart />
                      {event && <StatusPart />}
                      {event && <CopyPart />}
                      <PublicationPart event={event} pages={pages} host={host} />
                    </FoldedParts>
                  </div>
                </FilledGroupsContext>
              </Refilling>
            </EditForm>
          </TitlesContext>
        </SavedContext>
      </LiveContext>
      {event && <MergeDialog from={event} into={merging} onClose={() => setMerging(undefined)} />}
    </EditLayout>
  )
}

/**
 * Lets a text pasted into a title field arrive there as usual; when it holds more than a title, reads it into the other fields as
 * well.
 */
function pastedTitle(paste: ClipboardEvent, read: (text: string) => void) {
  const target = paste.target as HTMLElement
  const text = paste.clipboardData.getData("text/plain")
  // More than a title needs a date or an address, so a digit or `://`.
  if (!target.getAttribute("name")?.startsWith("title.") || text.length < 12 || !/\d|:\/\//.test(text)) return
  setTimeout(() => read(text))
}

function Actions({ event, by }: { event: Event | null; by: string | undefined }) {
  const t = useMessages()
  const later = useLiveEvent()["publish_at.date"]
  const isPublic = event?.workflow === "published"
  return (
    <>
      {by && !isPublic && (
        <a className="savebar__by only-wide" href="#publication">
          {t("event-editor.host")} <b>{by}</b>
        </a>
      )}
      {isPublic && event.status !== "cancelled" && <CancelEvent event={event} />}
      <Submit name="do" value="preview">
        {t("editor.preview")}
      </Submit>
      {isPublic ? (
        <Submit kind="main" name="do" value="save">
          {t("editor.save")}
        </Submit>
      ) : (
        <Submit kind="main" name="do" value="publish">
          {t(later ? "event-editor.publish_scheduled" : "event-editor.publish")}
        </Submit>
      )}
    </>
  )
}
