import { type FormEvent, type RefObject, useEffect, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { Link } from "#ui/link.tsx"
import { notify } from "#ui/overlays/notifications.ts"
import PopoverOverlay from "#ui/overlays/popover-overlay.tsx"
import { browserApi } from "#web/api/browser-api.ts"
import { chooseInOrder } from "#web/session/choosing.ts"
import { problemOf } from "#web/api/problems.ts"
import { paths } from "#web/paths.ts"
import { askIfSessionEnded } from "#web/session/session.ts"
import type { ManagedAgenda } from "../agenda.ts"
import "./agenda-choice.css"

type AgendaChoiceProps = {
  kind: "actor" | "event"
  of: string
  what: string
  trigger: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Sorts the default agenda first, the others by name. */
const usualFirst = (agendas: ManagedAgenda[]) => agendas.toSorted((a, b) => Number(b.is_default) - Number(a.is_default))

/** The viewer's agendas, each ticked when it holds the page or event; and a form for a new one. */
export default function AgendaChoice({ kind, of, what, trigger, onClose }: AgendaChoiceProps) {
  const t = useMessages()
  const [agendas, setAgendas] = useState<ManagedAgenda[]>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const told = (problem: unknown) => {
    const { fields = {}, notices = [t("errors.default")], code } = problemOf(problem, t) ?? {}
    askIfSessionEnded(code)
    return Object.values(fields).flat()[0] ?? notices[0] ?? t("errors.default")
  }
  useEffect(() => {
    const about = kind === "event" ? { event: of } : { actor: of }
    browserApi.get("/api/me/lists/", about).then(
      (all) => setAgendas(usualFirst(all)),
      (problem) => setError(told(problem)),
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, [])

  const put = async (agenda: ManagedAgenda, isIn: boolean) => {
    const entry = { id: String(agenda.id), kind, ref: of }
    const show = (has: boolean) => {
      setAgendas((all) => all?.map((one) => (one.id === agenda.id ? { ...one, has } : one)))
    }
    const send = () =>
      isIn
        ? browserApi.put("/api/me/lists/{id}/entries/{kind}/{ref}/", undefined, entry)
        : browserApi.delete("/api/me/lists/{id}/entries/{kind}/{ref}/", undefined, entry)
    try {
      await chooseInOrder(`list ${agenda.id} ${kind} ${of}`, { to: isIn, from: !isIn, show, send })
    } catch (problem) {
      notify({ type: "error", message: told(problem) })
    }
  }

  const make = async (press: FormEvent<HTMLFormElement>) => {
    press.preventDefault()
    const form = press.currentTarget
    const name = String(new FormData(form).get("name") ?? "")
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      const agenda = await browserApi.post("/api/me/lists/", { name })
      setAgendas((all = []) => [...all, { ...agenda, has: false }])
      form.reset()
      await put(agenda, true)
    } catch (problem) {
      setError(told(problem))
    } finally {
      setBusy(false)
    }
  }

  return (
    <PopoverOverlay
      label={t("lists.add_what", { what })}
      trigger={trigger as RefObject<HTMLButtonElement | null>}
      onClose={onClose}
    >
      <div className="grid gap-3">
        {agendas && agendas.length > 0 && (
          <ul className="list">
            {agendas.map((agenda) => (
              <li key={agenda.id}>
                <label>
                  <input
                    type="checkbox"
                    checked={agenda.has ?? false}
                    onChange={(press) => void put(agenda, press.target.checked)}
                  />
                  {agenda.name}
                </label>
              </li>
            ))}
          </ul>
        )}
        <form className="grid gap-3" onSubmit={(press) => void make(press)}>
          <label className="field">
            <span className="lbl">{t("lists.new")}</span>
            <input className="input" name="name" maxLength={100} autoComplete="off" />
          </label>
          <p role="alert" className={error ? "error" : "vh"}>
            {error}
          </p>
          <div className="bar bar--between">
            <Button type="submit" isBusy={isBusy}>
              {t("lists.make_and_add")}
            </Button>
            <Link className="link" to={paths.lists()}>
              {t("lists.manage")}
            </Link>
          </div>
        </form>
      </div>
    </PopoverOverlay>
  )
}
