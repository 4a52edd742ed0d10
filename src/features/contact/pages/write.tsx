import { redirect } from "react-router"
import { periodIn } from "#features/actors/openings/opening-words.ts"
import { ActorPlate } from "#features/actors/ui/page/actor-plate.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { forms } from "#web/editing/form.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { answerIn, captchaFor } from "../captcha/captcha.ts"
import { ContactForm, type SentMessage } from "../ui/contact-form.tsx"
import type { Route } from "./+types/write"

const load = page(async ({ api, params, url }: PageArguments<{ fid: string }>) => {
  const actor = await api.get("/api/actors/{fid}/", { fid: params.fid })
  if (actor.fid !== params.fid) throw redirect(paths.contactActor(actor.fid) + url.search, 301)
  const { fid, type, name, avatar, channels = [] } = actor
  const captcha = await captchaFor(api, channels.length > 0)
  // The message is about open dates, which the subject names.
  const about = url.searchParams.get("opening")
  const openings = about ? await api.get("/api/actors/{fid}/openings/", { fid }).catch(() => []) : []
  const opening = openings.find(({ id, is_public, is_open }) => String(id) === about && is_public && is_open)
  return { actor: { fid, type, name, avatar, channels }, captcha, opening }
})
export const loader = load.server
export const clientLoader = load.client

const save = forms<{ fid: string }>({
  write: async ({ api, values, params, t }) => {
    const text = (name: string) => values.get(name)?.trim() ?? ""
    const channel = values.get("channel") === "inbox" ? "inbox" : "email"
    const letter = { channel, email: text("email"), name: text("name") } as const
    await api.post(
      "/api/actors/{fid}/contact/",
      {
        ...letter,
        captcha: answerIn(values),
        subject: text("subject"),
        message: values.get("message") ?? "",
      },
      { fid: params.fid },
    )
    const given: SentMessage = { channel, email: letter.email }
    return { notice: { message: t(channel === "email" ? "contact.sent" : "contact.sent_inbox") }, given }
  },
})
export const action = save.server
export const clientAction = save.client

/** The page for writing to a page, which works fully without script. */
export default function WritePage({ loaderData: { actor, captcha, opening } }: Route.ComponentProps) {
  const t = useMessages()
  const title = t("contact.write_to", { name: actor.name })
  return (
    <div className="wrap" key={actor.fid}>
      <PageMeta title={title} noindex />
      <ActorPlate actor={actor} doing={t("contact.write")} />
      {actor.channels.length > 0 ? (
        <ContactForm
          actor={actor}
          captcha={captcha}
          subject={opening && t("openings.subject", { days: periodIn(t, opening.starts_on, opening.ends_on) })}
        />
      ) : (
        <Empty
          title={t("contact.closed")}
          action={<ButtonLink to={paths.actor(actor.fid)}>{t("contact.back")}</ButtonLink>}
        >
          {t("contact.closed_hint")}
        </Empty>
      )}
    </div>
  )
}
