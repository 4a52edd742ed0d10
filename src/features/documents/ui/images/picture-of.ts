import type { Document } from "../../document.ts"
import type { Picture } from "../../image/picture.ts"

/** Converts a document to the picture that a page or event shows. */
export function pictureOf({ id, file, srcset, width, height, alt, credit, focal_point }: Document): Picture {
  return {
    document: id,
    url: file ?? "",
    srcset: srcset ?? "",
    width: width ?? 1,
    height: height ?? 1,
    alt: alt ?? "",
    credit,
    focal_point: focal_point ?? [0.5, 0.5],
  }
}
