/** A picture that is somewhere else: its address, and what is said of it there. */
export type PictureElsewhere = { url: string; alt?: string | undefined; credit?: string | undefined }

/** Bytes of the longest address that is noted; it stands in an index. */
export const longestAddress = 2000

/** Why a picture is not fetched, or not again; nobody is shown it. */
export type NoPicture =
  | "gone"
  | "too_large"
  | "too_small"
  | "not_an_image"
  | "broken"
  | "forbidden"
  | "redirects"
  | "unreachable"
  | "unused"
