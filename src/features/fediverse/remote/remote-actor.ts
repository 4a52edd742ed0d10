/** Somebody elsewhere, as we know them. */
export type RemoteActor = {
  id: number
  uri: string
  host: string
  /** What they are called on their host. */
  username: string | null
  inbox: string
  sharedInbox: string | null
  keyId: string
  /** PEM */
  publicKey: string
  fetchedAt: Date
}
