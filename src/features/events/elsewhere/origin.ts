import { faceAddress } from "#features/documents/faces/face.ts"
import type { Event } from "../event.ts"

type Origin = NonNullable<Event["origin"]>

/** The origin of an event from another server, as a database row: the account's avatar as the key of its files. */
export type OriginRow = Omit<Origin, "account"> & {
  account: Omit<Origin["account"], "avatar"> & { face: string | null }
}

/** Returns the origin as the API represents it. */
export function originFromRow({ account: { face, ...account }, ...origin }: OriginRow, publicUrl: string): Origin {
  return { ...origin, account: { ...account, avatar: face && faceAddress(publicUrl, face, 96) } }
}
