import { Suspense } from "react"
import { AddToAgenda } from "#features/agendas/ui/add-to-agenda.tsx"
import { Follow } from "#features/follows/ui/follow.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { CalendarPlus, EnvelopeSimple, ShareNetwork } from "#ui/icons.tsx"
import { lazyPart, Nothing } from "#ui/loading/lazy-part.tsx"
import { paths } from "#web/paths.ts"
import { useUser } from "#web/session/session.ts"
import type { Actor } from "../../actor.ts"
// The server renders the component loaded later; its styles have to be imported here.
import "#features/follows/ui/follow-choice.css"

const FollowChoice = lazyPart(() => import("#features/follows/ui/follow-choice.tsx"), Nothing)

/** The actions on a public page: follow or publish for it, share, write, add to a list. */
export function ActorActions({ actor }: { actor: Actor }) {
  const t = useMessages()
  const user = useUser()
  return (
    <>
      {actor.is_managed ? (
        <ButtonLink kind="main" icon={CalendarPlus} to={paths.newEvent({ host: actor.fid })}>
          {t("actors.publish_event")}
        </ButtonLink>
      ) : (
        <>
          <Follow actor={actor} />
          {user && (
            <Suspense>
              <FollowChoice actor={actor} />
            </Suspense>
          )}
        </>
      )}
      <ButtonLink icon={ShareNetwork} to={paths.shareActor(actor.fid)}>
        {t("actors.share")}
      </ButtonLink>
      {actor.channels && actor.channels.length > 0 && (
        <ButtonLink icon={EnvelopeSimple} to={paths.contactActor(actor.fid)} rel="nofollow">
          {t("actors.write")}
        </ButtonLink>
      )}
      <AddToAgenda kind="actor" of={actor.fid} what={actor.name} />
    </>
  )
}
