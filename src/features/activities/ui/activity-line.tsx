import { ActorAvatar } from "#features/actors/ui/actor-avatar.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Pulse } from "#ui/icons.tsx"
import type { Activity } from "../activity.ts"
import { ActivitySentence } from "./activity-sentence.tsx"
import { ActivitySlip } from "./activity-slip.tsx"

/** An entry of the feed: who did what, at what time, and the object itself. Its parent is `<ul className="rows">`. */
export function ActivityLine({ activity }: { activity: Activity }) {
  const t = useMessages()
  const { actor, count, created, type, model } = activity
  const hasSlip = !(model === "actors.Actor" && type === "Join")
  return (
    <li className="feed">
      {actor ? (
        <ActorAvatar type={actor.type} name={actor.name} fid={actor.fid} image={actor.avatar} />
      ) : (
        <span className="feed__sign">
          <Pulse />
        </span>
      )}
      <h3 className="feed__say">
        <ActivitySentence activity={activity} />
      </h3>
      <time dateTime={created}>{t.time(created)}</time>
      {hasSlip && (
        <div className="feed__obj">
          {count > 1 && <p className="small t3 feed__example">{t("activities.example")}</p>}
          <ActivitySlip activity={activity} />
        </div>
      )}
    </li>
  )
}
