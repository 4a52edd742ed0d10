import { ActorsPicker } from "#features/actors/ui/actor-picker.tsx"
import type { Picked } from "#features/actors/picked.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { useEdit, useFilled } from "#web/editing/edit-form.tsx"
import { useFormState } from "#web/editing/form-parts.tsx"
import type { Event } from "../../event.ts"
import type { ParentChoice } from "../editor-data.ts"
import { Festival } from "../festival/festival.tsx"
import { lineupWords } from "./fold-words.ts"
import { pickedRows } from "../form/form-values.ts"
import { useLiveEvent } from "../live/live.ts"
import { Part } from "#web/editing/edit-part.tsx"
import { useFilledMark } from "../pasted/filled-mark.tsx"

/** The part for performers and co-organisers, with their confirmations. */
export function WhoPart({ event, parent }: { event: Event | null; parent: ParentChoice | null }) {
  const t = useMessages()
  const filled = useFilled()
  const organizers = useEdit("organizers")
  const lineup = useEdit("lineup")
  const errors = useRowErrors()
  const performer = (index: number, picked: Picked) => roleRow(index, picked, event)
  const organizer = (_: number, picked: Picked) => saidRow(picked, event)
  return (
    <Part
      id="who"
      title={t("event-editor.part_who")}
      holds={lineupWords(t, useLiveEvent(), parent)}
      fields={["lineup", "organizers", "parent"]}
      mark={useFilledMark("lineup")}
    >
      <ActorsPicker
        name="lineup"
        id={lineup.id}
        label={t("event-editor.lineup")}
        placeholder={t("event-editor.lineup_placeholder")}
        hint={t("event-editor.lineup_hint")}
        defaultValue={pickedRows(filled, "lineup")}
        error={lineup.error}
        errors={(index) => errors(`lineup.${index}`)}
        row={performer}
        most={200}
        spare={4}
        allowsNames
        canCreate
        isOptional
      />
      <ActorsPicker
        name="organizers"
        id={organizers.id}
        label={t("event-editor.organizers")}
        hint={t("event-editor.organizers_hint")}
        defaultValue={pickedRows(filled, "organizers")}
        error={organizers.error}
        errors={(index) => errors(`organizers.${index}`)}
        row={organizer}
        most={19}
        isOptional
      />
      <Festival event={event} parent={parent} />
    </Part>
  )
}

function roleRow(index: number, picked: Picked, event: Event | null) {
  return <Role index={index} picked={picked} event={event} />
}

function saidRow(picked: Picked, event: Event | null) {
  return <Said event={event} part="organizer" fid={picked.fid} />
}

/** Returns the errors of a row and of its fields. */
function useRowErrors() {
  const { outcome } = useFormState()
  return (name: string) => {
    const found = Object.entries(outcome?.fields ?? {}).filter(
      ([field]) => field === name || field.startsWith(`${name}.`),
    )
    return found.length > 0 ? found.flatMap(([, sentences]) => sentences) : undefined
  }
}

function Role({ index, picked, event }: { index: number; picked: Picked; event: Event | null }) {
  const t = useMessages()
  const { defaultValue } = useEdit(`lineup.${index}.role`)
  return (
    <>
      <input
        className="input rolef"
        name={`lineup.${index}.role`}
        defaultValue={defaultValue}
        aria-label={t("event-editor.role_of", { name: picked.name })}
        placeholder={t("event-editor.role")}
        maxLength={120}
        autoComplete="off"
      />
      <Said event={event} part="performer" fid={picked.fid} />
    </>
  )
}

/** The answer of a page to being named here. */
function Said({ event, part, fid }: { event: Event | null; part: "organizer" | "performer"; fid: string }) {
  const t = useMessages()
  const said = event?.confirmations?.find((one) => one.part === part && one.actor.fid === fid)?.status
  if (!fid || !said) return null
  return (
    <Badge tone={said === "accepted" ? "yes" : said === "pending" ? "plain" : "no"}>
      {t(`event-editor.said_${said}`)}
    </Badge>
  )
}
