import { useEffect, useRef } from "react"
import { browserApi } from "#web/api/browser-api.ts"
import { mostImages } from "../document-types.ts"
import { focalPointIn } from "../image/image-values.ts"
import type { Picture } from "../image/picture.ts"
import { pictureOf } from "./images/picture-of.ts"

type Fields = Record<string, string>

/** Returns the image a form starts with: the present one, unless a draft or the returned form has another. */
export function restoredImage(given: Picture | null, filled: Fields, name: string): Picture | null {
  const id = filled[name]
  if (id === undefined) return given
  return /^\d{1,15}$/.test(id) ? told(Number(id), given ? [given] : [], filled, name) : null
}

/** The same for several images, in order. */
export function restoredImages(given: readonly Picture[], filled: Fields, name: string): readonly Picture[] {
  const count = Number(filled[name] ?? Number.NaN)
  if (!Number.isInteger(count)) return given
  const numbered = Array.from({ length: Math.min(count, mostImages) }, (_, at) => `${name}.${at}`)
  return numbered.flatMap((one) =>
    /^\d{1,15}$/.test(filled[one] ?? "") ? [told(Number(filled[one]), given, filled, one)] : [],
  )
}

/** An image of which only the id is known has no address yet. */
function told(document: number, given: readonly Picture[], filled: Fields, name: string): Picture {
  const known = given.find((one) => one.document === document)
  const point = focalPointIn(filled[`${name}.focal`])
  return {
    ...(known ?? {
      document,
      url: "",
      srcset: "",
      width: 1,
      height: 1,
      alt: "",
      credit: null,
      focal_point: [0.5, 0.5],
    }),
    ...(filled[`${name}.alt`] === undefined ? {} : { alt: filled[`${name}.alt`] as string }),
    ...(filled[`${name}.credit`] === undefined ? {} : { credit: filled[`${name}.credit`] as string }),
    ...(point ? { focal_point: point } : {}),
  }
}

/** Loads the images of which only the id is known, once each. */
export function useLoadedImages(images: readonly Picture[], loaded: (image: Picture) => void) {
  const asked = useRef(new Set<number>())
  useEffect(() => {
    for (const image of images) {
      if (image.url !== "" || asked.current.has(image.document)) continue
      asked.current.add(image.document)
      browserApi.get("/api/documents/{id}/", { id: String(image.document) }).then(
        (document) => {
          const { alt, credit, focal_point } = image
          loaded({ ...pictureOf(document), alt, credit, focal_point })
        },
        () => {},
      )
    }
  })
}
