import { browserApi } from "#web/api/browser-api.ts"
import { paths } from "#web/paths.ts"

// The state and abilities of this device: Push API, Notifications API, Service Workers.

/** The state of push messages on this device; `failing`: switched on, but nothing arrives. */
export type DeviceState = "unsupported" | "blocked" | "off" | "on" | "failing"
export type RegisteredDevice = { id: number; endpoint: string; failing_since: string | null }

const isSupported = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window

const subscriptionHere = async () =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null

/** Returns this device among the registered ones, if it is one of them. */
export async function thisDevice<One extends RegisteredDevice>(devices: readonly One[]): Promise<One | undefined> {
  if (!isSupported()) return undefined
  const subscription = await subscriptionHere()
  return devices.find(({ endpoint }) => endpoint === subscription?.endpoint)
}

/** Returns the state of push messages on this device. */
export async function thisDeviceState(devices: readonly RegisteredDevice[]): Promise<DeviceState> {
  if (!isSupported()) return "unsupported"
  if (Notification.permission === "denied") return "blocked"
  const device = await thisDevice(devices)
  if (!device) return "off"
  return device.failing_since ? "failing" : "on"
}

/**
 * Asks for permission, in the browser's own dialog, and registers this device. Returns false when permission is denied;
 * throws when the push service cannot be reached or our API call fails.
 */
export async function turnOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false
  const { key } = await browserApi.get("/api/me/push/key/")
  await navigator.serviceWorker.register(paths.worker(), { scope: "/" })
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription with an earlier key, or of another user of this browser, could not be used.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = "", keys = {} } = subscription.toJSON()
  await browserApi.post("/api/me/push/", { endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } })
  return true
}

/** Removes this device, its push subscription and its service worker. */
export async function turnOff(): Promise<void> {
  const subscription = await subscriptionHere()
  if (subscription) {
    await browserApi.delete("/api/me/push/", { endpoint: subscription.endpoint })
    await subscription.unsubscribe()
  }
  await (await navigator.serviceWorker.getRegistration())?.unregister()
}
