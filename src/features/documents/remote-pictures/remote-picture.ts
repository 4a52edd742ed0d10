/** A picture on another site: its address, and the description given there. */
export type RemotePicture = { url: string; alt?: string | undefined; credit?: string | undefined }

/** Longest address in bytes that is stored, since the column is indexed. */
export const longestAddress = 2000

/** Why a picture is not fetched, or not again; not shown to anybody. */
export type PictureFailure =
  | "gone"
  | "too_large"
  | "too_small"
  | "not_an_image"
  | "broken"
  | "forbidden"
  | "redirects"
  | "unreachable"
  | "unused"
