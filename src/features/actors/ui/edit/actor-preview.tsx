import { useRef, useState } from "react"
import { inLanguage, isLanguage, type Language, languages, type Translated } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { useHtml } from "#ui/html.ts"
import { Dialog } from "#ui/overlays/dialog.tsx"
import { MapPin } from "#ui/icons.tsx"
import { Eye } from "#ui/seldom-icons.tsx"
import { useLiveFields } from "#web/editing/edit-live.ts"
import type { Fields } from "#web/editing/edit-values.ts"
import type { Actor } from "../../actor.ts"
import { type ActorType, isActorType } from "../../actor-types.ts"
import { tagsIn } from "../../writing/form-fields.ts"
import { ActorAvatar } from "../actor-avatar.tsx"
import { ActorHead } from "../page/actor-head.tsx"
import { TypeLabel } from "../type-label.tsx"

type ActorPreviewProps = {
  fields: Fields
  /** The stored page; undefined for a new one. */
  actor?: Actor
  host: string
}

/** A preview of the page's head while it is edited, and of the whole page on request. */
export function ActorPreview({ fields: begun, actor, host }: ActorPreviewProps) {
  const t = useMessages()
  const anchor = useRef<HTMLElement>(null)
  const fields = useLiveFields(anchor, begun)
  const [isOpen, setOpen] = useState(false)
  const type = typeIn(fields, actor)
  const isChosen = actor !== undefined || isActorType(fields.type)
  const name = fields.name?.trim() || t("actor-editor.no_name_yet")
  const town = fields["location.locality"]?.trim()
  const { text, language } = inLanguage(textsIn(fields, "summary"), t.language, mainIn(fields))
  return (
    <aside className="preview" aria-label={t("editor.preview")} ref={anchor}>
      <p className="lab t2">{t("actor-editor.preview_live")}</p>
      <div className="actor-preview">
        <ActorAvatar
          type={type}
          name={fields.name?.trim() || "?"}
          fid={fields.fid || name}
          image={imageIn(fields, actor)}
          size="lg"
        />
        <div className="actor-preview__txt">
          {(isChosen || town) && (
            <div className="bar">
              {isChosen && <TypeLabel type={type} />}
              {town && (
                <span className="spot">
                  <MapPin />
                  {town}
                </span>
              )}
            </div>
          )}
          <p className="d2">{name}</p>
          {fields.fid && (
            <p className="t2 actor-preview__handle">
              @{fields.fid}@{host}
            </p>
          )}
          {text && (
            <p className="t2" lang={language}>
              {text}
            </p>
          )}
        </div>
      </div>
      {actor && (
        <Button className="needs-script" icon={Eye} onClick={() => setOpen(true)}>
          {t("actor-editor.preview_whole")}
        </Button>
      )}
      {actor && (
        <Dialog isOpen={isOpen} title={t("editor.preview")} onClose={() => setOpen(false)}>
          <Whole fields={fields} actor={actor} host={host} />
        </Dialog>
      )}
    </aside>
  )
}

/** The texts as readers of this language will see them. */
function Whole({ fields, actor, host }: { fields: Fields; actor: Actor; host: string }) {
  const t = useMessages()
  const main = mainIn(fields)
  const summary = inLanguage(textsIn(fields, "summary"), t.language, main)
  const description = inLanguage(textsIn(fields, "description"), t.language, main)
  const html = useHtml(description.text)
  const shown: Actor = {
    ...actor,
    name: fields.name?.trim() || actor.name,
    handle: `@${fields.fid || actor.fid}@${host}`,
    category: (fields.category || null) as Actor["category"],
    tags: tagsIn(fields.tags ?? ""),
    avatar: imageIn(fields, actor),
    location: actor.location && { ...actor.location, locality: fields["location.locality"]?.trim() || null },
  }
  return (
    <div className="actor-whole">
      <ActorHead actor={shown} level={2} />
      {summary.text && (
        <p className="lead" lang={summary.language}>
          {summary.text}
        </p>
      )}
      {/* The editor converted what was typed, and its schema allows no scripts. The server sanitises what it stores. */}
      {description.text && <div className="read" lang={description.language} dangerouslySetInnerHTML={html} />}
      {!summary.text && !description.text && <p className="t2">{t("actor-editor.no_text_yet")}</p>}
    </div>
  )
}

function typeIn(fields: Fields, actor: Actor | undefined): ActorType {
  return actor?.type ?? (isActorType(fields.type) ? fields.type : "person")
}

function mainIn(fields: Fields): Language {
  return isLanguage(fields.language) ? fields.language : "fr"
}

function textsIn(fields: Fields, name: string): Translated {
  return Object.fromEntries(languages.map((language) => [language, fields[`${name}.${language}`]?.trim() ?? ""]))
}

/** A newly chosen image is shown only after saving. */
function imageIn(fields: Fields, actor: Actor | undefined): Actor["avatar"] {
  return actor?.avatar && fields.avatar === String(actor.avatar.document) ? actor.avatar : null
}
