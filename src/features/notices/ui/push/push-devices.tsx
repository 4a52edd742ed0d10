import { useEffect, useState } from "react"
import { Part, ButtonForm } from "#features/accounts/ui/parts.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { Button } from "#ui/button.tsx"
import { notify } from "#ui/overlays/notifications.ts"
import type { AnswerTo } from "#web/api.ts"
import { forget } from "#web/api/browser-api.ts"
import { useReadAgain } from "#web/navigation/read-again.ts"
import { failureOf, problemOf } from "#web/api/problems.ts"
import { useSite } from "#web/page/site.ts"
import { type DeviceState, thisDevice, thisDeviceState, turnOff, turnOn } from "./this-device.ts"

type Device = AnswerTo<"/api/me/push/">[number]
type PushDevicesProps = { devices: readonly Device[] }

/** Shows whether this device gets push messages, and lists the user's devices. */
export function PushDevices({ devices }: PushDevicesProps) {
  const t = useMessages()
  const site = useSite()?.name ?? ""
  const readAgain = useReadAgain()
  const [state, setState] = useState<DeviceState>()
  const [here, setHere] = useState<number>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isStale = false
    void Promise.all([thisDeviceState(devices), thisDevice(devices)])
      .catch((): [DeviceState, undefined] => ["unsupported", undefined])
      .then(([now, device]) => {
        if (isStale) return
        setState(now)
        setHere(device?.id)
      })
    return () => {
      isStale = true
    }
  }, [devices])

  const isOn = state === "on" || state === "failing"
  const press = async () => {
    setBusy(true)
    try {
      if (isOn) {
        await turnOff()
        notify({ type: "success", message: t("push.turned_off") })
      } else if (await turnOn()) notify({ type: "success", message: t("push.turned_on") })
      else if (Notification.permission === "denied") setState("blocked")
    } catch (error) {
      // Errors of our API have their own messages; errors of the browser get one of ours.
      const said = failureOf(error) ? problemOf(error, t)?.notices : undefined
      for (const message of said ?? [t("push.failed")]) notify({ type: "error", message })
    }
    forget("/api/me/push/")
    await readAgain()
    setBusy(false)
  }
  const failing = devices.find(({ id }) => id === here)?.failing_since
  const sentence =
    state === undefined
      ? t("push.is_looking")
      : state === "failing"
        ? t("push.is_failing", { date: t.date(failing ?? "", "long") })
        : t(`push.is_${state}`)

  return (
    <Part title={t("push.title")} id="devices" text={t("push.about", { site })}>
      <ul className="own">
        <li>
          <div className="own__txt">
            <b id="push-here">{t("push.this_device")}</b>
            <p className="small t2" role="status">
              {sentence}
            </p>
            <noscript>{import.meta.env.SSR && <p className="small">{t("push.needs_script")}</p>}</noscript>
          </div>
          {state !== undefined && state !== "unsupported" && (
            <Button onClick={() => void press()} isBusy={isBusy} aria-describedby="push-here">
              {t(isOn ? "push.turn_off" : "push.turn_on")}
            </Button>
          )}
        </li>
      </ul>
      <h3 className="h5">{t("push.devices")}</h3>
      {devices.length === 0 ? (
        <p className="t2">{t("push.no_device")}</p>
      ) : (
        <ul className="own">
          {devices.map(({ id, name, created, last_used, failing_since }) => {
            const device = name ?? t("push.unknown")
            return (
              <li key={id}>
                <div className="own__txt">
                  <b>{device}</b>
                  <span className="small t2">
                    {failing_since
                      ? t("push.failing", { date: t.date(failing_since, "long") })
                      : last_used
                        ? t("push.last_used", { date: t.date(last_used, "long") })
                        : t("push.since", { date: t.date(created, "long") })}
                  </span>
                </div>
                <div className="own__do">
                  {id === here && <Badge>{t("push.here")}</Badge>}
                  <ButtonForm form="device" id={id} label={t("push.remove_what", { what: device })}>
                    {t("push.remove")}
                  </ButtonForm>
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </Part>
  )
}
