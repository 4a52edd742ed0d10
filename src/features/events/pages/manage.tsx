import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Empty } from "#ui/empty.tsx"
import { Form, FormNotices, Submit } from "#web/editing/form-parts.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { forUser } from "#web/session/session.ts"
import { titleOf } from "../ui/event-words.ts"
import { Answers } from "../ui/manage/answers.tsx"
import { Dates } from "../ui/manage/dates.tsx"
import { Elsewhere } from "../ui/manage/elsewhere.tsx"
import { ManageHead } from "../ui/manage/head.tsx"
import { Journal } from "../ui/manage/journal.tsx"
import { Messages } from "../ui/manage/messages.tsx"
import { Relations } from "../ui/manage/relations.tsx"
import type { Route } from "./+types/manage"
import { type Managed, readManaged } from "./manage-data.ts"
import {
  addPart,
  cancelDates,
  changeStatus,
  confirmPart,
  copyEvent,
  deleteEvent,
  moveDate,
  removePart,
  restoreEvent,
  setDateStatus,
  withdrawEvent,
  writeMessage,
} from "./manage-forms.ts"
import { removeAttendee, removeComment, setCommentVisibility } from "./manage-elsewhere-forms.ts"
import "../ui/manage/manage.css"

const load = page(({ api, params, url }: PageArguments<{ id: string }>) =>
  forUser(() => readManaged(api, params.id, url)),
)
export const loader = load.server
export const clientLoader = load.client

/** Forms that show errors beside their fields, and above all of them. */
const withFields = new Set(["status", "move", "write", "add", "copy", "withdraw", "delete"])

const save = forms<{ id: string }>(
  {
    status: changeStatus,
    move: moveDate,
    turn: setDateStatus,
    cancel_dates: cancelDates,
    write: writeMessage,
    confirm: confirmPart,
    add: addPart,
    remove: removePart,
    copy: copyEvent,
    withdraw: withdrawEvent,
    delete: deleteEvent,
    restore: restoreEvent,
    unlist: removeAttendee,
    comment: setCommentVisibility,
    uncomment: removeComment,
  },
  { saysOnce: withFields },
)
export const action = save.server
export const clientAction = save.client

/** The page where managers handle an event: its attendees, the actors it names, its dates, notices sent, and the journal. */
export default function ManagePage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  const outcome = actionData as Outcome | undefined
  const title =
    loaderData === null || "deleted" in loaderData
      ? t("manage.manage")
      : `${t("manage.manage")} · ${titleOf(t, loaderData.event).text}`
  return (
    <SignedInOnly data={loaderData} title={title}>
      {(managed) =>
        "deleted" in managed ? (
          <Deleted outcome={outcome} />
        ) : (
          <div className="wrap evm">
            <ManageHead managed={managed} />
            <div className="evm__panel" key={managed.asked.tab}>
              <FormNotices of={outcome && barely.has(outcome.form) ? outcome : undefined} />
              <Panel managed={managed} />
            </div>
          </div>
        )
      }
    </SignedInOnly>
  )
}

/** Forms that only have a button, or disappear with their action: their result is shown above the panel. */
const barely = new Set(["turn", "cancel_dates", "confirm", "remove", "restore", "unlist", "comment", "uncomment"])

function Panel({ managed }: { managed: Managed }) {
  switch (managed.asked.tab) {
    case "answers":
      return <Answers managed={managed} />
    case "relations":
      return <Relations managed={managed} />
    case "dates":
      return <Dates managed={managed} />
    case "elsewhere":
      return <Elsewhere managed={managed} />
    case "messages":
      return <Messages managed={managed} />
    case "journal":
      return <Journal managed={managed} />
  }
}

function Deleted({ outcome }: { outcome: Outcome | undefined }) {
  const t = useMessages()
  return (
    <div className="wrap evm">
      <FormNotices of={outcome} />
      <Empty
        title={t("manage.deleted_title")}
        level={2}
        action={
          <Form name="restore" className="press" isBare>
            <Submit kind="main" size="large">
              {t("manage.restore")}
            </Submit>
          </Form>
        }
      >
        {t("manage.deleted_text")}
      </Empty>
    </div>
  )
}
