import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { dropDraft } from "#web/editing/draft.ts"
import { forms } from "#web/editing/form.ts"
import { page } from "#web/page/page.ts"
import { forUser } from "#web/session/session.ts"
import { newEventData } from "../editor/editor-data.ts"
import { EventEditor } from "../editor/event-editor.tsx"
import { saveEvent } from "../editor/form/save.ts"
import type { Route } from "./+types/new"

const load = page(({ api, url, language }) => forUser(() => newEventData(api, url, language)))
export const loader = load.server
export const clientLoader = load.client

const save = forms(
  {
    save: (args) => saveEvent(args),
    discard: async ({ api, t }) => {
      await dropDraft(api, "event-new")
      return { notice: { type: "info", message: t("event-editor.discarded") } }
    },
  },
  { hasFiles: true, isForUser: true, saysOnce: true },
)
export const action = save.server
export const clientAction = save.client

export default function NewEventPage({ loaderData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <SignedInOnly data={loaderData} title={t("event-editor.new_title")}>
      {(data) => <EventEditor data={data} />}
    </SignedInOnly>
  )
}
