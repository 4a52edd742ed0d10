import { useEffect } from "react"
import { DateAndTime } from "#features/accounts/ui/parts.tsx"
import { titleOf } from "#features/events/ui/event-words.ts"
import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge, type BadgeTone } from "#ui/badge.tsx"
import type { AnswerTo } from "#web/api.ts"
import { useReadAgain } from "#web/navigation/read-again.ts"
import { type DeliveryType, progressOf } from "../webhook.ts"

type Delivery = AnswerTo<"/api/actors/{fid}/webhooks/{id}/deliveries/">[number]

const tones: Record<ReturnType<typeof progressOf>, BadgeTone> = {
  delivered: "yes",
  waiting: "int",
  again: "warn",
  held: "plain",
  failed: "err",
  dropped: "plain",
}

/** Returns the message key for a type of delivery (`event.created`). */
export function wordsOfType(type: DeliveryType) {
  return `webhooks.${type.replace(".", "_") as "event_created"}` as const
}

/** Lists the last deliveries and their state; while one is on its way, the list is reloaded. */
export function Deliveries({ deliveries, timezone }: { deliveries: readonly Delivery[]; timezone: string }) {
  const t = useMessages()
  useLookAgain(deliveries)
  if (deliveries.length === 0) return <p className="t2">{t("webhooks.no_deliveries")}</p>
  return (
    <ol className="own webhooks">
      {deliveries.map((delivery) => (
        <Row key={delivery.id} delivery={delivery} timezone={timezone} />
      ))}
    </ol>
  )
}

function Row({ delivery, timezone }: { delivery: Delivery; timezone: string }) {
  const t = useMessages()
  const { type, event, tries, status, error, created, due } = delivery
  const title = event && titleOf(t, event)
  const progress = progressOf(delivery)
  const more = [
    status !== null && t("webhooks.status", { status: String(status) }),
    error && t(`webhooks.error_${error}`),
    tries > 1 && t("webhooks.tries", { count: tries }),
  ].filter(Boolean)
  return (
    <li>
      <div className="own__txt">
        <p>
          {title && <b lang={title.lang}>{unbroken(title.text)}</b>}
          {title && " · "}
          {t(wordsOfType(type))} <code className="small t2">{type}</code>
        </p>
        <p className="bar small t2">
          <Badge tone={tones[progress]}>{t(`webhooks.state_${progress}`)}</Badge>
          {more.length > 0 && <span>{more.join(" · ")}</span>}
          {due && (
            <span>
              {t(progress === "held" ? "webhooks.not_before" : "webhooks.next_try")}{" "}
              <DateAndTime iso={due} timezone={timezone} />
            </span>
          )}
        </p>
      </div>
      <span className="small t2 num">
        <DateAndTime iso={created} timezone={timezone} />
      </span>
    </li>
  )
}

/** Number of reloads, and milliseconds between them, while the latest delivery is on its way. */
const looks = 6
const pause = 1500

function useLookAgain(deliveries: readonly Delivery[]) {
  const readAgain = useReadAgain()
  const [latest] = deliveries
  const id = latest && progressOf(latest) === "waiting" ? latest.id : undefined
  useEffect(() => {
    if (id === undefined) return undefined
    let left = looks
    const timer = setInterval(() => {
      if (left-- > 0) void readAgain()
      else clearInterval(timer)
    }, pause)
    return () => clearInterval(timer)
  }, [id, readAgain])
}
