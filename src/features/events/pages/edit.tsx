import { data, redirect } from "react-router"
import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { dropDraft } from "#web/editing/draft.ts"
import { type FormArguments, forms } from "#web/editing/form.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { eventData } from "../editor/editor-data.ts"
import { EventEditor } from "../editor/event-editor.tsx"
import { mergeEvent, saveEvent } from "../editor/form/save.ts"
import type { Route } from "./+types/edit"

type Params = { id: string }

const load = page(({ api, params, url, language }: PageArguments<Params>) =>
  forUser(async () => {
    const editor = await eventData(api, url, language, params.id)
    // The event was merged into another one, which the API returned.
    if (String(editor.event?.id) !== params.id) throw redirect(paths.editEvent(editor.event?.id ?? 0), 301)
    if (!editor.event?.may?.includes("edit")) throw data({ detail: undefined, code: "not_allowed" }, { status: 403 })
    return editor
  }),
)
export const loader = load.server
export const clientLoader = load.client

const save = forms(
  {
    save: (args: FormArguments<Params>) =>
      mergeEvent(args, Number(args.params.id)) ?? saveEvent(args, Number(args.params.id)),
    discard: async ({ api, params, t }: FormArguments<Params>) => {
      await dropDraft(api, `event-${params.id}`)
      return { notice: { type: "info", message: t("event-editor.discarded") } }
    },
  },
  { hasFiles: true, isForUser: true, saysOnce: true },
)
export const action = save.server
export const clientAction = save.client

export default function EditEventPage({ loaderData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <SignedInOnly data={loaderData} title={t("event-editor.edit_title")}>
      {(editor) => <EventEditor key={editor.event?.id} data={editor} />}
    </SignedInOnly>
  )
}
