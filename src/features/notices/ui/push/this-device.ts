import { browserApi } from "#web/browser-api.ts"
import { paths } from "#web/paths.ts"

// What the device in hand can do, and does: Push API, Notifications API, Service Workers.

/** How it stands with this device; `failing` is on, and nothing arrives. */
export type DeviceState = "unsupported" | "blocked" | "off" | "on" | "failing"
export type KnownDevice = { id: number; endpoint: string; failing_since: string | null }

const isSupported = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window

const subscriptionHere = async () =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null

/** The device in hand among those that are told, if it is one of them. */
export async function deviceHere<One extends KnownDevice>(devices: readonly One[]): Promise<One | undefined> {
  if (!isSupported()) return undefined
  const subscription = await subscriptionHere()
  return devices.find(({ endpoint }) => endpoint === subscription?.endpoint)
}

/** How it stands with the device in hand. */
export async function stateHere(devices: readonly KnownDevice[]): Promise<DeviceState> {
  if (!isSupported()) return "unsupported"
  if (Notification.permission === "denied") return "blocked"
  const device = await deviceHere(devices)
  if (!device) return "off"
  return device.failing_since ? "failing" : "on"
}

/**
 * Asks the person, in the browser's own words, and has this device told from then on. Answers false when they said no;
 * throws when the push service cannot be reached or our own call fails.
 */
export async function turnOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false
  const { key } = await browserApi.get("/api/me/push/key/")
  await navigator.serviceWorker.register(paths.worker(), { scope: "/" })
  const { pushManager } = await navigator.serviceWorker.ready
  // One of an earlier key, or of somebody else who sat here, would not be ours to write to.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = "", keys = {} } = subscription.toJSON()
  await browserApi.post("/api/me/push/", { endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } })
  return true
}

/** This device is told no more, and keeps nothing of it. */
export async function turnOff(): Promise<void> {
  const subscription = await subscriptionHere()
  if (subscription) {
    await browserApi.delete("/api/me/push/", { endpoint: subscription.endpoint })
    await subscription.unsubscribe()
  }
  await (await navigator.serviceWorker.getRegistration())?.unregister()
}
