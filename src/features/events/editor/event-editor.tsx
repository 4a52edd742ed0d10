import { useMemo, useRef, useState } from "react"
import { useNavigate } from "react-router"
import type { Picture } from "#features/documents/picture.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx"
import { EditLayout } from "#ui/editing/edit-layout.tsx"
import { EyeSlash } from "#ui/icons.tsx"
import { Note } from "#ui/note.tsx"
import { notify } from "#ui/overlays/notifications.ts"
import { tellForm } from "#ui/reveal.ts"
import { browserApi } from "#web/browser-api.ts"
import { DraftNote, EditForm } from "#web/editing/edit-form.tsx"
import { useLiveFields } from "#web/editing/edit-live.ts"
import { Submit } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"
import { problemOf } from "#web/problems.ts"
import type { Event } from "../event.ts"
import { titleOf } from "../ui/event-words.ts"
import { DuplicatesPanel } from "./duplicates-panel.tsx"
import type { EditorData } from "./editor-data.ts"
import { eventMatters } from "./event-matters.ts"
import { EventPreview } from "./event-preview.tsx"
import { eventOf } from "./form-event.ts"
import { LiveContext, useLiveEvent } from "./live.ts"
import { LivePoster } from "./live-poster.tsx"
import { MoneySection } from "./money-section.tsx"
import {
  AccessSection,
  CopySection,
  FestivalSection,
  ImagesSection,
  PublicationSection,
  StatusSection,
} from "./more-sections.tsx"
import { WhatSection } from "./what-section.tsx"
import { WhenSection } from "./when-section.tsx"
import { WhereSection } from "./where-section.tsx"
import { WhoSection } from "./who-section.tsx"
import "#ui/styles/editor.css"
import "./event-editor.css"

/** The editor of an event, new or there already; a preview of what is typed so far, when it is asked. */
export function EventEditor({ data }: { data: EditorData }) {
  const [round, setRound] = useState(0)
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
  // Saved or asked about, the form begins anew with what is kept; what is only read again takes nothing away.
  const key = [round, data.saved, data.duplicates?.length].join()
  return <Editor key={key} data={data} onDiscarded={() => setRound(round + 1)} />
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
  const host = live.host || pages[0]?.fid || ""
  const shown = useMemo(
    () => eventOf({ ...live, host }, { uid: data.uid, event, pages, images: [] }),
    [live, host, data.uid, event, pages],
  )
  const matters = useMemo(() => eventMatters(t, { pages, rooms }), [t, pages, rooms])
  const draw = (next: number) => {
    setRoll(next)
    queueMicrotask(() => tellForm(drawn.current))
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
      <DraftNote edited={edited} onDiscarded={onDiscarded} />
      {event?.hidden && (
        <Note type="warning" icon={EyeSlash}>
          <p>
            <strong>{t("event-editor.hidden")}</strong> {event.hidden.reason}
          </p>
        </Note>
      )}
      <LiveContext value={live}>
        <EditForm
          name="save"
          edited={edited}
          matters={matters}
          who={data.who}
          hasFiles
          actions={<Actions event={event} />}
        >
          <input type="hidden" name="uid" value={data.uid} />
          <input type="hidden" name="poster_roll" value={roll} ref={drawn} />
          {data.duplicates && data.duplicates.length > 0 && (
            <DuplicatesPanel found={data.duplicates} event={event} onMerge={setMerging} />
          )}
          <WhatSection />
          <WhenSection isNew={!event} zone={data.zone} ownZone={data.ownZone} />
          <WhereSection rooms={rooms} city={data.city} zone={data.zone} countries={data.countries} />
          <MoneySection />
          <WhoSection pages={pages} event={event} />
          <ImagesSection images={data.images} event={event} onChange={setImages} />
          <AccessSection />
          <FestivalSection parent={parent} event={event} />
          {event && <StatusSection />}
          {event && <CopySection />}
          <PublicationSection event={event} />
        </EditForm>
      </LiveContext>
      {event && <Merge from={event} into={merging} onClose={() => setMerging(undefined)} />}
    </EditLayout>
  )
}

function Actions({ event }: { event: Event | null }) {
  const t = useMessages()
  const later = useLiveEvent()["publish_at.date"]
  const isPublic = event?.workflow === "published"
  return (
    <>
      {isPublic && event.status !== "cancelled" && (
        <a className="btn btn--bare btn--danger" href="#status">
          {t("event-editor.cancel_event")}
        </a>
      )}
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

/** Before two events become one: what happens to each. */
function Merge({ from, into, onClose }: { from: Event; into: Event | undefined; onClose: () => void }) {
  const t = useMessages()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const merge = async () => {
    if (!into) return
    setBusy(true)
    try {
      await browserApi.post("/api/contents/events/{id}/merge/", { into: into.id }, { id: String(from.id) })
      notify({ type: "success", message: t("event-editor.merged") })
      void navigate(paths.editEvent(into.id))
    } catch (error) {
      const problem = problemOf(error, t)
      if (!problem) throw error
      for (const message of [...Object.values(problem.fields).flat(), ...problem.notices].slice(0, 1))
        notify({ type: "error", message })
      setBusy(false)
      onClose()
    }
  }
  return (
    <ConfirmDialog
      isOpen={into !== undefined}
      title={t("event-editor.merge_title")}
      confirm={t("event-editor.merge_do")}
      isBusy={isBusy}
      onConfirm={() => void merge()}
      onClose={onClose}
    >
      <p>{into && t("event-editor.merge_text", { from: titleOf(t, from).text, into: titleOf(t, into).text })}</p>
    </ConfirmDialog>
  )
}
