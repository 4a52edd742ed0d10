import { z } from "@hono/zod-openapi"

const share = z.number().min(0).max(1)

/**
 * The point of an image that cropping keeps. OpenAPI describes it as a list of two numbers, since hardly any client generator
 * supports tuples.
 */
export const focalPoint = z.tuple([share, share]).openapi({
  type: "array",
  items: { type: "number", minimum: 0, maximum: 1 },
  minItems: 2,
  maxItems: 2,
  description:
    "Focal point of the image, which cropping keeps: distances from the left and from the top edge, as shares of the width and height (0 to 1).",
})
