import { useEffect, useId, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Button } from "#ui/button.tsx"
import type { PlainMessageId } from "#ui/plain-message.ts"
import { classes } from "#ui/classes.ts"
import { WarningCircleFill, X } from "#ui/icons.tsx"
import { ArrowCounterClockwise, ClipboardText } from "#ui/seldom-icons.tsx"
import type { Group, FilledGroup } from "./groups.ts"
import type { ReadEvent } from "./read-event-fields.ts"
import type { PastedLine } from "./use-pasted.ts"
import "./pasted.css"

/**
 * The field to paste a line, a link or the text of a poster into; afterwards the recognised parts, each with a button that undoes
 * it.
 */
export function PastedSection({ pasted }: { pasted: PastedLine }) {
  const t = useMessages()
  const id = useId()
  const { step, failure, told } = pasted
  return (
    <section className={classes("said needs-script", step === "empty" && "said--empty")} aria-labelledby={id}>
      <div className="bar bar--between">
        <h2 className="h5" id={id}>
          {t("event-editor.pasted_label")}
        </h2>
        <span className="small t3 only-wide">{t("event-editor.pasted_here")}</span>
      </div>
      {step === "said" ? (
        <Understood pasted={pasted} />
      ) : step === "choosing" ? (
        <Choice pasted={pasted} />
      ) : (
        <PasteField pasted={pasted} labelledBy={id} describedBy={failure ? `${id}-failure` : undefined} />
      )}
      {failure && step === "failed" && (
        <p className="error" id={`${id}-failure`} role="alert">
          <WarningCircleFill />
          {failure}
        </p>
      )}
      <p className="vh" role="status">
        {told}
      </p>
    </section>
  )
}

type FieldProps = { pasted: PastedLine; labelledBy: string; describedBy: string | undefined }

function PasteField({ pasted, labelledBy, describedBy }: FieldProps) {
  const t = useMessages()
  const [text, setText] = useState("")
  const isBusy = pasted.step === "reading"
  return (
    <div className="said__line">
      <ClipboardText lg />
      {/* Without a name it is no field of the form, and is not sent. */}
      <textarea
        className="said__field"
        rows={1}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPaste={(paste) => {
          const words = paste.clipboardData.getData("text/plain")
          if (!words.trim() || text.trim()) return // a text is already being written: paste as usual
          paste.preventDefault()
          setText(words)
          pasted.read(words)
        }}
        onKeyDown={(press) => {
          if (press.key !== "Enter" || press.shiftKey || press.nativeEvent.isComposing) return
          press.preventDefault()
          pasted.read(text)
        }}
        placeholder={t("event-editor.pasted_example")}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-busy={isBusy || undefined}
        autoComplete="off"
        spellCheck={false}
      />
      {text.trim() !== "" && (
        <Button isBusy={isBusy} onClick={() => pasted.read(text)}>
          {t(isBusy ? "event-editor.pasted_reading" : "event-editor.pasted_read")}
        </Button>
      )}
    </div>
  )
}

function Understood({ pasted }: { pasted: PastedLine }) {
  const t = useMessages()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // The field that had the focus is gone.
    if (document.activeElement === document.body) list.current?.focus()
  }, [])
  const wrong = pasted.taken.find(({ contradicted }) => contradicted)?.contradicted
  return (
    <>
      <div className="said__line">
        <ClipboardText lg />
        <ul className="said__words" ref={list} tabIndex={-1} aria-label={t("event-editor.pasted_taken")}>
          {pasted.taken.map((one) => (
            <li key={one.group}>
              <span className="said__word">
                <b>{one.words}</b>
                <small>{t(groupLabels[one.group])}</small>
              </span>
              <Undo pasted={pasted} one={one} />
            </li>
          ))}
        </ul>
        <Button
          kind="bare"
          icon={X}
          iconOnly
          onClick={({ currentTarget }) => {
            pasted.undoAll()
            focusSoon(currentTarget)
          }}
        >
          {t("event-editor.pasted_undo_all")}
        </Button>
      </div>
      {wrong && (
        <p className="said__wrong" role="status">
          <WarningCircleFill />
          {t("event-editor.pasted_weekday", {
            // 1 January 2024 was a Monday.
            weekday: t.date(`2024-01-0${wrong.weekday}`, "weekday"),
            date: t.date(wrong.date, "full"),
          })}
        </p>
      )}
    </>
  )
}

/** Moves the focus from a removed button to what replaces it. */
function focusSoon(button: HTMLElement) {
  const section = button.closest("section")
  requestAnimationFrame(() => section?.querySelector<HTMLElement>(".said__words, .said__field")?.focus())
}

function Undo({ pasted, one }: { pasted: PastedLine; one: FilledGroup }) {
  const t = useMessages()
  const label = t(groupLabels[one.group])
  return (
    <button
      type="button"
      className="said__undo"
      onClick={({ currentTarget }) => {
        pasted.undo(one, label)
        focusSoon(currentTarget)
      }}
    >
      <ArrowCounterClockwise />
      <span className="vh">{t("event-editor.pasted_undo", { field: label })}</span>
    </button>
  )
}

function Choice({ pasted }: { pasted: PastedLine }) {
  const t = useMessages()
  const first = useRef<HTMLUListElement>(null)
  useEffect(() => first.current?.querySelector("button")?.focus(), [])
  const { events = [], total = 0 } = pasted.found ?? {}
  return (
    <div className="said__line">
      <ClipboardText lg />
      <div className="said__choice">
        <p>{t("event-editor.pasted_several", { count: total })}</p>
        <ul ref={first}>
          {events.map((event) => (
            <li key={JSON.stringify([event.title, event.start, event.url])}>
              <Button onClick={() => void pasted.choose(event)}>{eventWords(t, event)}</Button>
            </li>
          ))}
        </ul>
      </div>
      <Button
        kind="bare"
        icon={X}
        iconOnly
        onClick={({ currentTarget }) => {
          pasted.undoAll()
          focusSoon(currentTarget)
        }}
      >
        {t("event-editor.pasted_none")}
      </Button>
    </div>
  )
}

function eventWords(t: Messages, { title, language, start, all_day }: ReadEvent): string {
  const when = [t.date(start, "shortYear"), ...(all_day ? [] : [t.time(start)])].join(", ")
  return `${title[language] ?? Object.values(title)[0] ?? ""} · ${when}`
}

const groupLabels: Record<Group, PlainMessageId> = {
  title: "event-editor.title",
  dates: "event-editor.date",
  doors: "event-editor.doors",
  place: "event-editor.place",
  prices: "event-editor.part_money",
  link: "event-editor.ticket_url",
  lineup: "event-editor.lineup",
  category: "event-editor.category",
  text: "event-editor.description",
}
