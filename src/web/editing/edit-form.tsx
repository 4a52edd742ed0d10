import { type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react"
import { useActionData } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { isoAt } from "#lib/time.ts"
import { Conflict } from "#ui/editing/conflict.tsx"
import { EditBar } from "#ui/editing/edit-bar.tsx"
import { Clock } from "#ui/seldom-icons.tsx"
import { Note } from "#ui/note.tsx"
import { notifyOf } from "#ui/overlays/notifications.ts"
import { useDraft } from "./use-draft.ts"
import { differencesOf, type Fields, type Matter } from "./edit-values.ts"
import { BegunContext, Form, FormErrors, FormNotices, Submit, useField, useFormState } from "./form-parts.tsx"
import type { Outcome } from "./form.ts"
import { useReadAgain } from "../navigation/read-again.ts"
import { useUser } from "../session.ts"

const nothing: readonly Matter[] = []

/** What is edited, as it is now for everybody, and what the viewer was typing about it. */
export type Edited = {
  /** Of the draft: `actor-new`, `event-42`. */
  subject: string
  /** What is saved, as fields of the form; of something new, what it begins with. */
  saved: Fields
  /** The version it has now; none when it is new. */
  version?: number | undefined
  draft: { fields: Fields; version: number | null; saved: string } | null
}

type EditFormProps = {
  name: string
  edited: Edited
  /** What two people may differ about; with it, a conflict is shown. */
  matters?: readonly Matter[]
  /** Who else edited it last, for a conflict. */
  who?: string | undefined
  /** It takes files; so does its handler. */
  hasFiles?: boolean
  /** The buttons of the bar, the main one last. */
  actions: ReactNode
  children: ReactNode
}

/**
 * The form of an editor: it begins with the draft, or else with what is saved; keeps what is typed; names the version it
 * began with, so that nobody's work is written over unseen; and shows both texts where two people differ.
 */
export function EditForm({ edited, ...rest }: EditFormProps) {
  // Something that changes around it (a list that is read again) takes nothing away from under one's hands; `key` it anew.
  const [begun] = useState(edited)
  return <EditFormOnce {...rest} begun={begun} latest={edited} />
}

type OnceProps = Omit<EditFormProps, "edited"> & { begun: Edited; latest: Edited }

function EditFormOnce({ name, begun, latest, matters = nothing, who, hasFiles, actions, children }: OnceProps) {
  const fields = begun.draft?.fields ?? begun.saved
  return (
    <BegunContext value={fields}>
      <Form name={name} className="form" hasFiles={hasFiles ?? false} isBare>
        {/* What Enter in a field presses: the form, not the first of its smaller buttons. */}
        <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" />
        <ConflictPart begun={begun} latest={latest} matters={matters} who={who} />
        {children}
        <Bar begun={begun}>{actions}</Bar>
      </Form>
    </BegunContext>
  )
}

/** The version the form is sent with, and what came of it: what to choose between when that was not the latest. */
function ConflictPart({
  begun,
  latest,
  matters,
  who,
}: Pick<OnceProps, "begun" | "latest" | "who"> & { matters: readonly Matter[] }) {
  const { outcome } = useFormState()
  const readAgain = useReadAgain()
  const isStale = outcome?.code === "stale"
  const asked = useRef<unknown>(undefined)
  useEffect(() => {
    // A refusal asks for nothing again by itself; here what the other one saved is needed.
    if (!isStale || asked.current === outcome) return
    asked.current = outcome
    void readAgain()
  }, [isStale, outcome, readAgain])

  const began = begun.draft ? (begun.draft.version ?? begun.version) : begun.version
  const sent = Number(outcome?.values.version)
  // What the other one saved, as it was when it was first seen: it stays while this form is on its way again.
  const [seen, setSeen] = useState<{ outcome: unknown; latest: Edited }>()
  if (isStale && seen?.outcome !== outcome && latest.version !== undefined && latest.version !== sent) {
    setSeen({ outcome, latest })
  }
  const other = isStale && seen?.outcome === outcome ? seen.latest : undefined
  const isShown = other !== undefined
  // What is shown in the form is not said beside it as well.
  useEffect(() => {
    if (isShown) notifyOf(location.pathname)
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
  return (
    <div ref={anchor} className="savebar__place">
      <EditBar state={state} at={at}>
        {children}
      </EditBar>
    </div>
  )
}

/** Says that a draft came back, and offers to begin again from what is saved: its own form, `discard`, above the editor. */
export function DraftNote({ edited, onDiscarded }: { edited: Edited; onDiscarded: () => void }) {
  const t = useMessages()
  const timezone = useUser()?.timezone ?? "Europe/Brussels"
  const [draft] = useState(edited.draft)
  const [isAsked, setAsked] = useState(false)
  const isGone = isAsked && edited.draft === null
  useEffect(() => {
    // The form begins anew once what is read again has arrived.
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
        // This note goes with the draft, so that it is on the way out that it takes note of having been asked.
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

/** What was typed, when the form came back from the server; otherwise what it began with. */
export function useFilled(): Fields {
  const begun = useContext(BegunContext)
  const { outcome } = useFormState()
  return outcome?.isDone === false ? outcome.values : begun
}

/** A field of an editor: what `useField` says, beginning with what the editor begins with. */
export function useEdit(name: string) {
  return useField(name, "")
}

/** The same for `<RichText>`, which may come back as Markdown. */
export function useRichEdit(name: string) {
  const filled = useFilled()
  return { ...useEdit(name), isMarkdown: filled[`${name}.format`] === "markdown" }
}

/** A box to tick, sent as `on` when it is. */
export function useTick(name: string) {
  const filled = useFilled()
  const { id, error } = useField(name)
  return { id, name, error, value: "on", defaultChecked: filled[name] === "on" }
}
