import { redirect } from "react-router"
import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { ContactInbox } from "#features/contact/ui/inbox.tsx"
import { inboxForms } from "#features/contact/ui/inbox-forms.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { FormNotices } from "#web/editing/form-parts.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { Danger } from "../ui/manage/danger.tsx"
import { ManagedEvents } from "../ui/manage/events.tsx"
import { FediversePanel } from "../ui/manage/fediverse.tsx"
import { ManageHead } from "../ui/manage/head.tsx"
import { Journal } from "../ui/manage/journal.tsx"
import { PanelPart } from "#ui/editing/panel-part.tsx"
import { Relations } from "../ui/manage/relations.tsx"
import type { Route } from "./+types/manage"
import { type Managed, readManaged } from "./manage-data.ts"
import {
  addRelation,
  answerRelation,
  archivePage,
  changeFediverse,
  changeRole,
  deletePage,
  remindInvited,
  removeRelation,
  showRelation,
  transferPage,
} from "./manage-forms.ts"
import { addAlias, undoMove, moveToAccount, removeAlias } from "./manage-moves.ts"
import "../ui/manage/manage.css"

const load = page(({ api, params, url }: PageArguments<{ fid: string }>) =>
  forUser(async () => {
    const managed = await readManaged(api, params.fid, url)
    // A former address: the API followed it to the present page.
    if (managed.renamed) throw redirect(`${paths.manageActor(managed.renamed)}${url.search}`, 301)
    return managed
  }),
)
export const loader = load.server
export const clientLoader = load.client

/** Forms with fields show their own outcome. */
const withFields = new Set(["add", "transfer", "delete", "fediverse", "alias", "leave"])

const save = forms<{ fid: string }>(
  {
    add: addRelation,
    answer: answerRelation,
    role: changeRole,
    show: showRelation,
    remove: removeRelation,
    remind: remindInvited,
    transfer: transferPage,
    fediverse: changeFediverse,
    alias: addAlias,
    unalias: removeAlias,
    leave: moveToAccount,
    back: undoMove,
    archive: archivePage,
    delete: deletePage,
    ...inboxForms,
  },
  { saysOnce: withFields },
)
export const action = save.server
export const clientAction = save.client

/** The page on which staff manage a page: roles, events, messages, changes, deletion. */
export default function ManagePage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  const title = loaderData ? t("relations.title", { name: loaderData.actor.name }) : t("relations.manage")
  const outcome = actionData as Outcome | undefined
  return (
    <SignedInOnly data={loaderData as Managed | null} title={title}>
      {(managed) => (
        <div className="wrap amanage">
          <ManageHead managed={managed} />
          <div className="amanage__panel" key={managed.shown.tab}>
            <FormNotices of={outcome && !withFields.has(outcome.form) ? outcome : undefined} />
            <Panel managed={managed} />
          </div>
        </div>
      )}
    </SignedInOnly>
  )
}

function Panel({ managed }: { managed: Managed }) {
  const t = useMessages()
  const { actor, shown, profile } = managed
  switch (shown.tab) {
    case "relations":
      return <Relations actor={actor} isVerified={profile.is_verified} {...shown} />
    case "events":
      return <ManagedEvents {...shown} actor={actor} />
    case "messages":
      return (
        <PanelPart className="amanage__body" title={t("relations.messages")} label={t("relations.messages_hint")}>
          <ContactInbox {...shown} />
        </PanelPart>
      )
    case "fediverse":
      return <FediversePanel {...shown} actor={actor} />
    case "journal":
      return <Journal {...shown} />
    case "danger":
      return <Danger {...shown} actor={actor} />
  }
}
