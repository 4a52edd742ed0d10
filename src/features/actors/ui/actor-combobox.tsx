import { useCallback } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Combobox, type ComboboxOption, type SearchedField, useSearchedField } from "#ui/fields/combobox.tsx"
import { Plus } from "#ui/icons.tsx"
import { browserApi } from "#web/api/browser-api.ts"
import type { Actor } from "../actor.ts"
import type { ActorType } from "../actor-types.ts"
import { type Picked, plain } from "../picked.ts"
import { ActorAvatar } from "./actor-avatar.tsx"

const mostShown = 8

type ActorComboboxProps = SearchedField & {
  types?: readonly ActorType[] | undefined
  /** Whether a name without a page is accepted. */
  allowsNames?: boolean | undefined
  /** Called to make a page with the typed name. */
  onCreate?: ((name: string) => void) | undefined
  onPick: (picked: Picked) => void
}

/** A field that searches the directory while the user types. */
export function ActorCombobox(props: ActorComboboxProps) {
  const { text, types, allowsNames, onCreate, onPick } = props
  const t = useMessages()
  const of = types?.join(",")
  const search = useCallback((wanted: string) => searched(wanted, of), [of])
  const { found, isFailed, query, field } = useSearchedField(props, search)

  const options: ComboboxOption[] = [
    ...found.map((actor) => ({
      key: actor.fid,
      pick: () => onPick({ fid: actor.fid, name: actor.name, type: actor.type }),
      body: <Found actor={actor} />,
    })),
    ...(allowsNames && query && !found.some((actor) => plain(actor.name) === plain(query))
      ? [
          {
            key: " name",
            pick: () => onPick({ fid: "", name: query }),
            body: <Way words={t("editor.picker_add", { name: query })} />,
          },
        ]
      : []),
    ...(onCreate && query
      ? [
          {
            key: " create",
            pick: () => onCreate(query),
            body: <Way words={t("editor.picker_create", { name: query })} />,
          },
        ]
      : []),
  ]
  return (
    <Combobox
      {...field}
      options={options}
      isReady={text.trim() !== "" && (options.length > 0 || isFailed || query !== "")}
      status={
        isFailed ? t("editor.picker_actors_failed") : query && t("editor.picker_found", { count: found.length, query })
      }
    />
  )
}

async function searched(q: string, type: string | undefined): Promise<Actor[]> {
  const { items } = await browserApi.list("/api/actors/", { q, type, limit: mostShown })
  return items
}

function Found({ actor }: { actor: Actor }) {
  const t = useMessages()
  return (
    <>
      <ActorAvatar type={actor.type} name={actor.name} fid={actor.fid} image={actor.avatar} size="sm" />
      <span className="combo__words">
        <b lang={actor.language}>{actor.name}</b>
        <span>{[t(`ui.type_${actor.type}`), actor.location?.locality].filter(Boolean).join(" · ")}</span>
      </span>
    </>
  )
}

function Way({ words }: { words: string }) {
  return (
    <>
      <span className="combo__way">
        <Plus />
      </span>
      <span className="combo__words">{words}</span>
    </>
  )
}
