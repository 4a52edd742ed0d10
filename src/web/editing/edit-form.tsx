import { type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react"
import { useActionData } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { isoAt } from "#lib/time.ts"
import { Conflict } from "#ui/editing/conflict.tsx"
import { EditBar } from "#ui/editing/edit-bar.tsx"
import { Clock } from "#ui/seldom-icons.tsx"
import { Note } from "#ui/note.tsx"
import { notifyAbout } from "#ui/overlays/notifications.ts"
import { useDraft } from "./use-draft.ts"
import { useInertWhileSaving } from "./use-inert-while-saving.ts"
import { differencesOf, type Fields, type ComparedField } from "./edit-values.ts"
import { InitialValuesContext, Form, FormErrors, FormNotices, Submit, useField, useFormState } from "./form-parts.tsx"
import type { Outcome } from "./form.ts"
import { useUser } from "../session/session.ts"

const nothing: readonly ComparedField[] = []

/** The subject of an editor, as saved, and the viewer's draft of it. */
export type Edited = {
  /** Subject of the draft: `actor-new`, `event-42`. */
  subject: string
  /** The saved values by form field; for something new, its defaults. */
  saved: Fields
  /** The present version; undefined for something new. */
  version?: number | undefined
  draft: { fields: Fields; version: number | null; saved: string } | null
}

type EditFormProps = {
  name: string
  edited: Edited
  /** The fields two people may disagree about; with it, a conflict is shown. */
  matters?: readonly ComparedField[]
  /** Name of the other person who edited it last, for a conflict. */
  who?: string | undefined
  /** Whether it contains files; its handler must accept them too. */
  hasFiles?: boolean
  /** Buttons of the bar, the main one last. */
  actions: ReactNode
  children: ReactNode
}

/**
 * The form of an editor. It starts with the draft, or else with the saved values; stores drafts while typing; sends the version
 * it started with, so that nobody's work is overwritten unseen; and shows both texts in a conflict.
 */
export function EditForm({ edited, ...rest }: EditFormProps) {
  // Data that are reloaded around the form do not replace what is being typed; give it another `key` to start anew.
  const [begun] = useState(edited)
  return <EditFormOnce {...rest} begun={begun} latest={edited} />
}

type OnceProps = Omit<EditFormProps, "edited"> & { begun: Edited; latest: Edited }

function EditFormOnce({ name, begun, latest, matters = nothing, who, hasFiles, actions, children }: OnceProps) {
  const fields = begun.draft?.fields ?? begun.saved
  return (
    <InitialValuesContext value={fields}>
      <Form name={name} className="form" hasFiles={hasFiles ?? false} isBare>
        {/* The button that Enter in a field presses: the form's own, not the first of its smaller ones. */}
        <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" />
        <ConflictPart begun={begun} latest={latest} matters={matters} who={who} />
        {children}
        <Bar begun={begun}>{actions}</Bar>
      </Form>
    </InitialValuesContext>
  )
}

/** Sends the version, and shows the conflict when that was not the latest. */
function ConflictPart({
  begun,
  latest,
  matters,
  who,
}: Pick<OnceProps, "begun" | "latest" | "who"> & { matters: readonly ComparedField[] }) {
  const { outcome } = useFormState()
  const isStale = outcome?.code === "stale"
  const began = begun.draft ? (begun.draft.version ?? begun.version) : begun.version
  const sent = Number(outcome?.values.version)
  // What the other person saved, as first seen: it stays while this form is sent again.
  const [seen, setSeen] = useState<{ outcome: unknown; latest: Edited }>()
  if (isStale && seen?.outcome !== outcome && latest.version !== undefined && latest.version !== sent) {
    setSeen({ outcome, latest })
  }
  const other = isStale && seen?.outcome === outcome ? seen.latest : undefined
  const isShown = other !== undefined
  // The conflict is shown in the form, so the toast about it is removed.
  useEffect(() => {
    if (isShown) notifyAbout(location.pathname)
  }, [isShown])
  const differences = useMemo(
    () => (other && outcome ? differencesOf(matters, outcome.values, other.saved, begun.saved) : []),
    [other, matters, outcome, begun],
  )
  const version = other ? other.version : Number.isFinite(sent) && sent > 0 ? sent : began
  return (
    <>
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      {isShown ? <Conflict key={version} differences={differences} who={who} /> : <FormErrors />}
    </>
  )
}

function Bar({ begun, children }: { begun: Edited; children: ReactNode }) {
  const anchor = useRef<HTMLDivElement>(null)
  const form = useFormState()
  const { state, at } = useDraft(anchor, {
    subject: begun.subject,
    version: begun.draft?.version ?? begun.version,
    savedAt: begun.draft?.saved,
    form,
  })
  useInertWhileSaving(anchor, form)
  return (
    <div ref={anchor} className="savebar__place">
      <EditBar state={state} at={at}>
        {children}
      </EditBar>
    </div>
  )
}

/** Announces a restored draft, and offers to start again from the saved values with its own form, `discard`, above the editor. */
export function DraftNote({ edited, onDiscarded }: { edited: Edited; onDiscarded: () => void }) {
  const t = useMessages()
  const timezone = useUser()?.timezone ?? "Europe/Brussels"
  const [draft] = useState(edited.draft)
  const [isAsked, setAsked] = useState(false)
  const isGone = isAsked && edited.draft === null
  useEffect(() => {
    // The form starts anew once the reloaded data have arrived.
    if (isGone) onDiscarded()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [isGone])
  const sent = useActionData<Outcome>()
  if (!draft || !edited.draft) return sent?.form === "discard" ? <FormNotices of={sent} /> : null
  const at = isoAt(new Date(draft.saved), timezone)
  const isOlder = edited.version !== undefined && draft.version !== null && draft.version < edited.version
  return (
    <Note
      icon={Clock}
      action={
        // This note disappears with the draft, so it records the press while the form is being sent.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it listens to the form in it
        <div onSubmit={() => setAsked(true)}>
          <Form name="discard" className="press" isBare>
            <Submit>{edited.version === undefined ? t("editor.start_again") : t("editor.start_from_saved")}</Submit>
          </Form>
        </div>
      }
    >
      <p>
        <strong>{t("editor.draft_of", { date: t.date(at, "long"), time: t.time(at) })}</strong>{" "}
        {isOlder ? t("editor.draft_older") : t("editor.draft_back")}
      </p>
    </Note>
  )
}

/** Returns what was typed when the server refused the form; otherwise the values it started with. */
export function useFilled(): Fields {
  const begun = useContext(InitialValuesContext)
  const { outcome } = useFormState()
  return outcome?.isDone === false ? outcome.values : begun
}

/** Returns the props of an editor's field: those of `useField`, with the editor's initial value. */
export function useEdit(name: string) {
  return useField(name, "")
}

/** Does the same for `<RichText>`, which may be returned as Markdown. */
export function useRichEdit(name: string) {
  const filled = useFilled()
  return { ...useEdit(name), isMarkdown: filled[`${name}.format`] === "markdown" }
}

/** Returns the props of a checkbox, sent as `on` when checked. */
export function useCheckbox(name: string) {
  const filled = useFilled()
  const { id, error } = useField(name)
  return { id, name, error, value: "on", defaultChecked: filled[name] === "on" }
}
