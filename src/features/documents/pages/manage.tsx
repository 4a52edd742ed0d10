import { data, redirect } from "react-router"
import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import type { Actor } from "#features/actors/actor.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Empty } from "#ui/empty.tsx"
import { Link } from "#ui/link.tsx"
import { EditLayout } from "#ui/editing/edit-layout.tsx"
import type { List } from "#web/api.ts"
import { type FormArguments, forms, type Outcome } from "#web/editing/form.ts"
import { FormNotices } from "#web/editing/form-parts.tsx"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import type { Document } from "../document.ts"
import { uploadFile, focalPointIn } from "../image/image-values.ts"
import { AddFiles } from "../ui/add-files.tsx"
import { AddFilm } from "../ui/add-film.tsx"
import { FileRow } from "../ui/file-row.tsx"
import { QuotaMeter } from "../ui/queued-files.tsx"
import type { Upload } from "../uploads/upload.ts"
import type { Route } from "./+types/manage"
import "#ui/styles/editor.css"
import "../ui/documents.css"

type Params = { fid: string }
const atOnce = 50

type Loaded = {
  actor: Pick<Actor, "fid" | "name" | "avatar" | "banner">
  files: List<Document>
  begun: Upload[]
  room: { used: number; quota: number }
  start: number
  /** Id of the document being edited. */
  chosen: number | undefined
}

const load = page(({ api, params, url }: PageArguments<Params>) =>
  forUser(async (): Promise<Loaded> => {
    await api.get("/api/me/") // fails for visitors, who then get the sign-in form, whatever the address
    const { fid, name, avatar, banner, may } = await api.get("/api/actors/{fid}/", { fid: params.fid })
    if (fid !== params.fid) throw redirect(paths.documentsOfActor(fid), 301)
    if (!may?.includes("edit")) throw data({ detail: undefined, code: "not_allowed" }, { status: 403 })
    const start = numberIn(url, "start") ?? 0
    const [files, begun, room] = await Promise.all([
      api.list("/api/documents/", { actor: fid, start, limit: atOnce }),
      api.get("/api/uploads/", { actor: fid }),
      api.get("/api/actors/{fid}/room/", { fid }),
    ])
    const chosen = numberIn(url, "document")
    const at = files.items.findIndex(({ id, type }) => id === chosen && type === "Audio")
    // The transcript of a sound is read only with the single document.
    if (at >= 0) files.items[at] = await api.get("/api/documents/{id}/", { id: String(chosen) })
    return { actor: { fid, name, avatar, banner }, files, begun, room, start, chosen }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const save = forms(
  {
    add: async (args: FormArguments<Params>) => {
      const { values, params, t } = args
      const made = await uploadFile(args, "file", {
        actor: params.fid,
        visibility: values.get("visibility") ?? "public",
        alt: values.get("alt") ?? "",
        credit: values.get("credit") ?? "",
      })
      return {
        to: paths.documentsOfActor(params.fid),
        notice: { message: t("documents.file_added", { title: made.title }) },
      }
    },
    discard: async ({ api, values, params, t }: FormArguments<Params>) => {
      await api.delete("/api/uploads/{ref}/", undefined, { ref: values.get("ref") ?? "" })
      return { to: paths.documentsOfActor(params.fid), notice: { message: t("uploads.discarded") } }
    },
    film: async ({ api, values, params, t }: FormArguments<Params>) => {
      const form = new FormData()
      form.set("actor", params.fid)
      form.set("url", values.get("url") ?? "")
      const title = values.get("film_title")?.trim()
      if (title) form.set("title", title)
      const made = await api.post("/api/documents/", form)
      return {
        to: paths.documentsOfActor(params.fid),
        notice: { message: t("documents.file_added", { title: made.title }) },
      }
    },
    change: async ({ api, values, params, t }: FormArguments<Params>) => {
      const line = (name: string) => values.get(name)?.trim() || null
      const focal_point = focalPointIn(values.get("focal"))
      const saved = await api.patch(
        "/api/documents/{id}/",
        {
          title: values.get("title") ?? "",
          ...(values.has("description") ? { description: line("description") } : {}),
          ...(values.has("alt") ? { alt: line("alt") } : {}),
          ...(values.has("chapters") ? { chapters: line("chapters") } : {}),
          ...(values.has("transcript") ? { transcript: line("transcript") } : {}),
          ...(focal_point ? { focal_point } : {}),
          credit: line("credit"),
          licence: line("licence"),
          visibility: values.get("visibility") as Document["visibility"],
        },
        { id: values.get("id") ?? "" },
        { ifMatch: Number(values.get("version")) || undefined },
      )
      return {
        to: paths.documentsOfActor(params.fid),
        notice: { message: t("documents.file_saved", { title: saved.title }) },
      }
    },
    again: async ({ api, values, params, t }: FormArguments<Params>) => {
      const { title } = await api.post("/api/documents/{id}/renditions/", undefined, { id: values.get("id") ?? "" })
      return {
        to: paths.documentsOfActor(params.fid),
        notice: { message: t("sound.tried_again", { title }) },
      }
    },
    remove: async ({ api, values, params, t }: FormArguments<Params>) => {
      await api.delete("/api/documents/{id}/", undefined, { id: values.get("id") ?? "" })
      return { to: paths.documentsOfActor(params.fid), notice: { message: t("documents.file_deleted") } }
    },
  },
  { hasFiles: true, saysOnce: new Set(["film"]) },
)
export const action = save.server
export const clientAction = save.client

/** The page on which managers upload, describe and delete a page's files. */
export default function FilesPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <SignedInOnly data={loaderData} title={t("documents.files_title")}>
      {(loaded) => <Files {...loaded} outcome={actionData as Outcome | undefined} />}
    </SignedInOnly>
  )
}

function Files({ actor, files, begun, room, start, chosen, outcome }: Loaded & { outcome: Outcome | undefined }) {
  const t = useMessages()
  const rest = files.total - start - files.items.length
  return (
    <EditLayout up={{ to: paths.actor(actor.fid), label: actor.name }} title={t("documents.files_title")}>
      <p className="t2">{t("documents.files_about", { name: actor.name })}</p>
      <FormNotices of={["remove", "discard", "again"].includes(outcome?.form ?? "") ? outcome : undefined} />
      <QuotaMeter {...room} />
      <AddFiles fid={actor.fid} begun={begun} />
      <AddFilm isOpen={outcome?.form === "film"} />
      {files.total > 0 ? (
        <h2 className="d2">{t("documents.files_count", { count: files.total })}</h2>
      ) : (
        <Empty level={2} title={t("documents.no_file")}>
          {t("documents.no_file_hint")}
        </Empty>
      )}
      {files.items.length > 0 && (
        <ul className="files">
          {files.items.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              list={paths.documentsOfActor(actor.fid)}
              isOpen={file.id === chosen}
              use={
                file.id === actor.avatar?.document
                  ? "avatar"
                  : file.id === actor.banner?.document
                    ? "banner"
                    : undefined
              }
            />
          ))}
        </ul>
      )}
      {(start > 0 || rest > 0) && (
        <p className="bar">
          {start > 0 && (
            <Link className="btn" to={`${paths.documentsOfActor(actor.fid)}?start=${Math.max(0, start - atOnce)}`}>
              {t("documents.newer")}
            </Link>
          )}
          {rest > 0 && (
            <Link className="btn" to={`${paths.documentsOfActor(actor.fid)}?start=${start + atOnce}`}>
              {t("documents.older")}
            </Link>
          )}
        </p>
      )}
    </EditLayout>
  )
}

function numberIn(url: URL, name: string): number | undefined {
  const asked = url.searchParams.get(name) ?? ""
  return /^\d{1,9}$/.test(asked) ? Number(asked) : undefined
}
