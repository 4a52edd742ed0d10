import { faceAddress } from "#features/documents/faces/face.ts"
import type { Event } from "../event.ts"

type Origin = NonNullable<Event["origin"]>

/** Where an event came from, as it is stored: the face of whose it is by the key of its files. */
export type OriginRow = Omit<Origin, "account"> & {
  account: Omit<Origin["account"], "avatar"> & { face: string | null }
}

/** The same, as the API answers it. */
export function originFrom({ account: { face, ...account }, ...origin }: OriginRow, publicUrl: string): Origin {
  return { ...origin, account: { ...account, avatar: face && faceAddress(publicUrl, face, 96) } }
}
