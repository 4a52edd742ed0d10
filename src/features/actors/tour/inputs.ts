import { z } from "@hono/zod-openapi"
import { degrees, withMessage } from "#http/input/parameters.ts"
import { day } from "../openings/inputs.ts"
import { longestTour, mostTowns, usualWidth } from "./tour.ts"

const town = /^-?\d{1,2}(\.\d{1,20})?,-?\d{1,3}(\.\d{1,20})?$/

/** The query of a tour: the way, the days and the distance from the way; all faults are reported at once. */
export const tourQuery = z
  .object({
    way: z
      .string()
      .transform((value) => value.split(";"))
      .refine(
        (towns) =>
          towns.length >= 2 &&
          towns.length <= mostTowns &&
          towns.every((one) => {
            const [lat, lon] = one.split(",").map(Number)
            return town.test(one) && Math.abs(lat as number) <= 90 && Math.abs(lon as number) <= 180
          }),
        withMessage("errors.way"),
      )
      .transform((towns) =>
        towns.map((one) => {
          const [lat, lon] = one.split(",").map(Number)
          return { lat: degrees(lat as number), lon: degrees(lon as number) }
        }),
      )
      .openapi({
        type: "string",
        description: `The route: 2 to ${mostTowns} towns in order, as latitude,longitude;latitude,longitude…`,
        example: "50.85,4.35;50.63,3.06",
      }),
    from: day,
    to: day.openapi({ description: "Last day, included." }),
    within: z.coerce
      .number()
      .min(1)
      .max(200)
      .default(usualWidth)
      .openapi({ description: "Greatest distance from the route on either side, in kilometres." }),
  })
  .refine(({ from, to }) => from <= to, { ...withMessage("errors.end_before_start"), path: ["to"] })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 < longestTour, {
    ...withMessage("errors.opening_long"),
    path: ["to"],
  })
export type TourQuery = z.output<typeof tourQuery>
