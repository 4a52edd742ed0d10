import { z } from "@hono/zod-openapi"
import { box } from "#http/input/parameters.ts"

/** Query parameters of every map request: the box and the zoom. */
export const mapView = {
  bbox: box,
  zoom: z.coerce
    .number()
    .min(0)
    .max(24)
    .openapi({ description: "Zoom level as in web maps: the world is 512 × 2^zoom pixels wide." }),
}
