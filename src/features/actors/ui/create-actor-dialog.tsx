import { type FormEvent, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/overlays/dialog.tsx"
import { Note } from "#ui/note.tsx"
import { SegmentedRadios } from "#ui/fields/segmented.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { browserApi } from "#web/api/browser-api.ts"
import { problemOf } from "#web/api/problems.ts"
import { askIfSessionEnded } from "#web/session/session.ts"
import { type ActorType, actorTypes } from "../actor-types.ts"
import type { Picked } from "../picked.ts"

type CreateActorDialogProps = {
  name: string
  types?: readonly ActorType[] | undefined
  onClose: () => void
  onCreated: (made: Picked) => void
}

/** A dialog that makes a page with a name and a type where it is needed; the page is a draft, to be completed later. */
export function CreateActorDialog({ name, types = actorTypes, onClose, onCreated }: CreateActorDialogProps) {
  const t = useMessages()
  const [called, setCalled] = useState(name)
  const [type, setType] = useState<ActorType>(types[0] ?? "person")
  const [isBusy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<{ fields: Record<string, string[]>; notices: string[] }>()

  const create = async (sent: FormEvent) => {
    sent.preventDefault()
    sent.stopPropagation() // React would pass the event on to the editor's form around this dialog
    if (isBusy) return
    setBusy(true)
    setWrong(undefined)
    try {
      onCreated(await makeActor(called.trim(), type, t.language))
    } catch (error) {
      const problem = problemOf(error, t)
      if (!problem) throw error
      askIfSessionEnded(problem.code)
      setWrong(problem)
      setBusy(false)
    }
  }

  return (
    <Dialog isOpen title={t("editor.picker_create_title")} onClose={onClose}>
      <form className="form" onSubmit={(sent) => void create(sent)} noValidate>
        <p className="t2">{t("editor.picker_create_about")}</p>
        {wrong?.notices.map((notice) => (
          <Note key={notice} type="error" role="alert">
            <p>{notice}</p>
          </Note>
        ))}
        <TextField
          name="new_name"
          label={t("editor.picker_name")}
          value={called}
          maxLength={200}
          autoComplete="off"
          error={wrong?.fields.name ?? wrong?.fields.fid}
          onChange={(typed) => setCalled(typed.target.value)}
        />
        {types.length > 1 && (
          <div className="field">
            <span className="lbl">{t("editor.picker_type")}</span>
            <SegmentedRadios
              label={t("editor.picker_type")}
              name="new_type"
              segments={types.map((value) => ({ value, label: t(`ui.type_${value}`) }))}
              value={type}
              onChange={(value) => setType(value as ActorType)}
            />
          </div>
        )}
        <div className="bar bar--end">
          <Button onClick={onClose}>{t("fields.cancel")}</Button>
          <Button type="submit" kind="main" isBusy={isBusy}>
            {t("editor.picker_create_do")}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Makes a page, with an identifier made from its name. */
async function makeActor(name: string, type: ActorType, language: "fr" | "en" | "nl"): Promise<Picked> {
  const made = await browserApi.post("/api/actors/", { type, name, language })
  return { fid: made.fid, name: made.name, type: made.type }
}
