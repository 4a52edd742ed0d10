import { actorId, instanceId } from "./vocabulary/addresses.ts"

/** What the instance itself is called: `acct:relay@host`, where Mobilizon looks for it. No page can have this name. */
export const instanceName = "relay"

/** A page of ours, or the instance, as the Fediverse knows it. */
export type Identity = {
  id: number
  /** The page; null for the instance, and when the page is gone for good. */
  actorId: number | null
  isInstance: boolean
  /** What its address ends with. It never changes, though the page be renamed. */
  name: string
  /** PEM (SPKI) */
  publicKey: string
  /** Sealed (sealing.server.ts); PKCS #8 when opened. */
  privateKey: Buffer
  goneAt: Date | null
  /** Where the page went with its followers; nothing of it is told since. */
  movedTo: string | null
}

/** The address by which the Fediverse knows it. */
export function uriOf({ isInstance, name }: Pick<Identity, "isInstance" | "name">, publicUrl: string): string {
  return isInstance ? instanceId(publicUrl) : actorId(publicUrl, name)
}
