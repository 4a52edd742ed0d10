import { data, redirect } from "react-router"
import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { EditLayout } from "#ui/editing/edit-layout.tsx"
import { PanelPart } from "#ui/editing/panel-part.tsx"
import { Empty } from "#ui/empty.tsx"
import type { AnswerTo } from "#web/api.ts"
import { FormNotices } from "#web/editing/form-parts.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { Deliveries } from "../ui/deliveries.tsx"
import { WebhookForm } from "../ui/webhook-form.tsx"
import { Secrets, Webhooks } from "../ui/webhooks.tsx"
import { mostWebhooks } from "../webhook.ts"
import type { Route } from "./+types/webhooks"
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  renewWebhookSecret,
  switchWebhook,
  testWebhook,
} from "./webhooks-forms.ts"
import "#ui/styles/editor.css"

type Params = { fid: string }
type Loaded = {
  actor: { fid: string; name: string }
  timezone: string
  webhooks: AnswerTo<"/api/actors/{fid}/webhooks/">
  /** Id of the webhook that is being edited. */
  chosen: number | undefined
  /** Id of the webhook whose deliveries are shown: the edited one, or the only one. */
  shown: number | undefined
  deliveries: AnswerTo<"/api/actors/{fid}/webhooks/{id}/deliveries/">
}

const load = page(({ api, params, url }: PageArguments<Params>) =>
  forUser(async (): Promise<Loaded> => {
    const { timezone } = await api.get("/api/me/") // first, so that a signed-out visitor is always asked to sign in
    const { fid, name, may } = await api.get("/api/actors/{fid}/", { fid: params.fid })
    if (fid !== params.fid) throw redirect(paths.webhooksOfActor(fid) + url.search, 301)
    if (!may?.includes("edit")) throw data({ detail: undefined, code: "not_allowed" }, { status: 403 })
    const webhooks = await api.get("/api/actors/{fid}/webhooks/", { fid })
    const asked = Number(url.searchParams.get("webhook"))
    const chosen = webhooks.find(({ id }) => id === asked)?.id
    const shown = chosen ?? (webhooks.length === 1 ? webhooks[0]?.id : undefined)
    const deliveries =
      shown === undefined
        ? []
        : await api.get("/api/actors/{fid}/webhooks/{id}/deliveries/", { fid, id: String(shown) })
    return { actor: { fid, name }, timezone, webhooks, chosen, shown, deliveries }
  }),
)
export const loader = load.server
export const clientLoader = load.client

/** Forms with fields show their own outcome. */
const withFields = new Set(["add", "change"])

const save = forms<Params>(
  {
    add: addWebhook,
    change: changeWebhook,
    switch: switchWebhook,
    test: testWebhook,
    renew: renewWebhookSecret,
    remove: removeWebhook,
  },
  { saysOnce: withFields },
)
export const action = save.server
export const clientAction = save.client

/** Lists the webhooks of a page with their deliveries, for people who may manage them. */
export default function WebhooksPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  const outcome = actionData as Outcome | undefined
  return (
    <SignedInOnly data={loaderData as Loaded | null} title={t("webhooks.title")}>
      {(loaded) => <Programs {...loaded} outcome={outcome && !withFields.has(outcome.form) ? outcome : undefined} />}
    </SignedInOnly>
  )
}

function Programs({ actor, timezone, webhooks, chosen, shown, deliveries, outcome }: Loaded & { outcome?: Outcome }) {
  const t = useMessages()
  const held = webhooks.find(({ id }) => id === chosen)
  const told = webhooks.find(({ id }) => id === shown)
  return (
    <EditLayout up={{ to: paths.manageActor(actor.fid), label: actor.name }} title={t("webhooks.title")}>
      <p className="t2 narrow">
        {t("webhooks.about")}{" "}
        <a className="link" href={`${paths.apiDocs()}#Webhooks`}>
          {t("webhooks.how")}
        </a>
      </p>
      <FormNotices of={outcome} />
      <Secrets webhooks={webhooks} />
      <PanelPart
        title={t("webhooks.list")}
        label={webhooks.length > 0 ? t("webhooks.count", { count: webhooks.length }) : undefined}
      >
        {webhooks.length > 0 ? (
          <Webhooks fid={actor.fid} webhooks={webhooks} timezone={timezone} shown={shown} />
        ) : (
          <Empty level={3} title={t("webhooks.none")}>
            {t("webhooks.none_hint")}
          </Empty>
        )}
      </PanelPart>
      {held || webhooks.length < mostWebhooks ? (
        <PanelPart title={t(held ? "webhooks.edit_title" : "webhooks.add_title")} id="form">
          <WebhookForm key={`${held?.id} ${held?.version} ${webhooks.length}`} fid={actor.fid} held={held} />
        </PanelPart>
      ) : (
        <p className="t2">{t("webhooks.full", { count: mostWebhooks })}</p>
      )}
      {told && (
        <PanelPart title={t("webhooks.deliveries")} label={new URL(told.url).host} id="deliveries">
          <Deliveries deliveries={deliveries} timezone={timezone} />
        </PanelPart>
      )}
    </EditLayout>
  )
}
