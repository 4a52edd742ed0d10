import { useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { FileText, Headphones, PlayFill } from "#ui/icons.tsx"
import { PencilSimple } from "#ui/seldom-icons.tsx"
import { Link } from "#ui/link.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { useHydrated } from "#ui/in-browser.ts"
import { Form, Submit, useField } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"
import type { Document } from "../document.ts"
import { kindIn, pagesIn, sizeIn } from "../document-words.ts"
import { FirstPage } from "./document-rows.tsx"
import { clock } from "../sound/chapters.ts"
import { SoundState } from "./player/track-row.tsx"
import { SoundFields } from "./sound/sound-fields.tsx"
import { FocalPoint } from "./images/focal-point.tsx"
import { PlainFocalPoint } from "./images/image-details.tsx"
import { mediaPaths } from "./media-address.ts"
import { pictureOf } from "./images/picture-of.ts"
import { VisibilityField } from "./visibility-field.tsx"

type FileRowProps = {
  file: Document
  /** The address of the list. */
  list: string
  /** Whether it is being edited. */
  isOpen: boolean
  /** Whether the page uses it as its avatar or banner. */
  use: "avatar" | "banner" | undefined
}

/** A file of a page, for its managers; one row at a time is open for editing. */
export function FileRow({ file, list, isOpen, use }: FileRowProps) {
  const t = useMessages()
  const { id, title, mime, size, credit, visibility, width, height, alt } = file
  const isImage = file.type === "Image"
  const isSound = file.type === "Audio"
  const { film, pdf, duration } = file
  const measures = isImage ? [`${width} × ${height}`] : [kindIn(mime), pagesIn(t, pdf)]
  const facts = [
    isSound && duration ? clock(duration) : "",
    ...(film ? [film.host] : [...measures, sizeIn(t, size)]),
    credit,
  ]
  return (
    <li className="files__row" id={`file-${id}`}>
      <div className="files__sign" aria-hidden="true">
        {isImage ? (
          <img
            src={mediaPaths(file.file ?? "")}
            srcSet={mediaPaths(file.srcset ?? "")}
            sizes="8rem"
            width={width ?? undefined}
            height={height ?? undefined}
            alt=""
            loading="lazy"
          />
        ) : pdf?.preview ? (
          <FirstPage preview={pdf.preview} />
        ) : (
          <>{isSound ? <Headphones lg /> : film ? <PlayFill lg /> : <FileText lg />}</>
        )}
      </div>
      <div className="files__txt">
        <h3 className="h5">
          {isSound ? (
            <Link className="link" to={paths.sound(id)}>
              {title}
            </Link>
          ) : (
            <a className="link" href={mediaPaths(file.file ?? film?.url ?? "")}>
              {title}
            </a>
          )}
        </h3>
        <p className="small t2">{facts.filter(Boolean).join(" · ")}</p>
        {isSound && <SoundState sound={file} />}
        {file.sound?.state === "failed" && (
          <Form name="again" className="press" isBare>
            <input type="hidden" name="id" value={id} />
            <Submit aria-label={t("sound.try_again_which", { title })}>{t("sound.try_again")}</Submit>
          </Form>
        )}
        <p className="bar">
          {visibility !== "public" && <Badge tone="warn">{t(`documents.short_${visibility}`)}</Badge>}
          {use && <Badge>{t(`documents.is_${use}`)}</Badge>}
          {(pdf?.state === "locked" || pdf?.state === "broken" || pdf?.state === "waiting") && (
            <Badge tone={pdf.state === "waiting" ? undefined : "warn"}>{t(`pdfs.${pdf.state}`)}</Badge>
          )}
          {isImage && !alt && <Badge>{t("documents.no_alt")}</Badge>}
        </p>
      </div>
      <div className="files__do">
        {isOpen ? (
          <Link className="btn btn--bare" to={list} preventScrollReset>
            {t("documents.close_file")}
          </Link>
        ) : (
          <Link
            className="btn"
            to={`${list}?document=${id}#file-${id}`}
            preventScrollReset
            aria-label={t("documents.edit_which", { title })}
          >
            <PencilSimple />
            {t("documents.edit_file")}
          </Link>
        )}
      </div>
      {isOpen && (
        <div className="files__edit">
          <Form name="change" key={file.version}>
            <FileFields file={file} />
            <div className="bar">
              <Submit kind="main">{t("documents.save")}</Submit>
            </div>
          </Form>
          <details className="files__delete">
            <summary className="btn btn--bare">{t("documents.delete")}</summary>
            <p className="t2">{t("documents.delete_sure")}</p>
            <Form name="remove" className="press" isBare>
              <input type="hidden" name="id" value={id} />
              <Submit kind="danger">{t("documents.delete_do", { title })}</Submit>
            </Form>
          </details>
        </div>
      )}
    </li>
  )
}

function FileFields({ file }: { file: Document }) {
  const t = useMessages()
  const isLive = useHydrated()
  const isImage = file.type === "Image"
  const focal = useField("focal", file.focal_point?.join(","))
  const alt = useField("alt", file.alt ?? "")
  const description = useField("description", file.description ?? "")
  const [point, setPoint] = useState<[number, number]>(file.focal_point ?? [0.5, 0.5])
  return (
    <>
      <input type="hidden" name="id" value={file.id} />
      <input type="hidden" name="version" value={file.version} />
      {isImage && isLive && (
        <FocalPoint
          id={focal.id}
          name="focal"
          label={t("documents.focal")}
          image={pictureOf(file)}
          point={point}
          onChange={setPoint}
        />
      )}
      {isImage && !isLive && <PlainFocalPoint id={focal.id} name="focal" point={point} />}
      <TextField {...useField("title", file.title)} label={t("documents.file_title")} maxLength={300} />
      {isImage ? (
        <TextField {...alt} label={t("documents.alt")} hint={t("documents.alt_hint")} maxLength={1000} isOptional />
      ) : (
        <TextArea
          {...description}
          label={t("documents.description")}
          hint={t("documents.description_hint")}
          maxLength={10_000}
          rows={3}
          isOptional
        />
      )}
      {file.sound && <SoundFields sound={file.sound} />}
      <TextField
        {...useField("credit", file.credit ?? "")}
        label={t("documents.credit")}
        hint={t("documents.credit_hint")}
        maxLength={300}
        isOptional
      />
      <TextField
        {...useField("licence", file.licence ?? "")}
        label={t("documents.licence")}
        hint={t("documents.licence_hint")}
        maxLength={120}
        isOptional
      />
      <VisibilityField {...useField("visibility", file.visibility)} />
    </>
  )
}
