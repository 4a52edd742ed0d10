import { actorId, instanceId } from "./vocabulary/addresses.ts"

/** The name of the instance: `acct:relay@host`, where Mobilizon looks for it. No page can have this name. */
export const instanceName = "relay"

/** A page of this server, or the instance, as a Fediverse actor. */
export type Identity = {
  id: number
  /** Id of the page; null for the instance, and when the page was deleted for good. */
  actorId: number | null
  isInstance: boolean
  /** Last part of its address. It never changes, even if the page is renamed. */
  name: string
  /** PEM (SPKI) */
  publicKey: string
  /** Encrypted (sealing.server.ts); PKCS #8 when decrypted. */
  privateKey: Buffer
  goneAt: Date | null
  /** The account that the page moved to with its followers; nothing is federated for it since. */
  movedTo: string | null
}

/** Returns the actor's address (id) on the Fediverse. */
export function uriOf({ isInstance, name }: Pick<Identity, "isInstance" | "name">, publicUrl: string): string {
  return isInstance ? instanceId(publicUrl) : actorId(publicUrl, name)
}
