/** A remote actor as it is stored here. */
export type RemoteActor = {
  id: number
  uri: string
  host: string
  /** Account name on its host. */
  username: string | null
  inbox: string
  sharedInbox: string | null
  keyId: string
  /** PEM */
  publicKey: string
  fetchedAt: Date
  /** What its server runs, as NodeInfo says; null as long as it was not asked. */
  software: string | null
}
