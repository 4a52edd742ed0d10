import { z } from "@hono/zod-openapi"
import { eventRepresentation, occurrenceRepresentation } from "../representation.server.ts"
import { attendanceValues } from "../attendance/inputs.ts"
import { layers } from "./calendar.ts"

const isoTime = z.string().openapi({ format: "date-time", example: "2026-11-21T20:30:00+01:00" })

/** An event with the fields that a calendar shows: those of its row in a list. */
const calendarEvent = eventRepresentation
  .pick({
    id: true,
    uid: true,
    url: true,
    language: true,
    title: true,
    category: true,
    start: true,
    end: true,
    timezone: true,
    all_day: true,
    status: true,
    status_reason: true,
    mode: true,
    place: true,
    location: true,
    organizers: true,
    lineup: true,
    images: true,
    workflow: true,
    origin: true,
    poster_roll: true,
  })
  .openapi("CalendarEvent")

/** A date in a personal calendar, as `GET /api/me/calendar/` returns it. */
export const calendarEntry = z
  .object({
    event: calendarEvent,
    date: occurrenceRepresentation,
    until: isoTime.openapi({
      description: "Time at which it is over: its end, or an assumed one if none was announced.",
    }),
    layers: z.array(z.enum(layers)).openapi({
      description:
        "`answers`: the caller attends or has declined; `starred`: the caller is interested, or keeps it in the default agenda; `followed`: of a page the caller follows; `managed`: of a page the caller manages, drafts included.",
    }),
    answer: z.enum(attendanceValues).nullable().openapi({ description: "The caller's answer for this date." }),
    conflicts: z.array(z.number().int()).openapi({
      description:
        "Ids of up to 20 other dates in this response that overlap with it and that the caller attends or manages. Dates that last a day or longer never conflict.",
    }),
  })
  .openapi("CalendarEntry")

const address = {
  layers: z.array(z.enum(layers)),
  created: z.string().openapi({ format: "date-time" }),
}

/** Whether a personal calendar has an iCalendar address; never the address itself. */
export const calendarAddress = z
  .object({ exists: z.boolean(), ...z.object(address).partial().shape })
  .openapi("CalendarAddress")

/** The address itself, which is returned only once, when it is created. */
export const newCalendarAddress = z
  .object({
    url: z.string().openapi({ example: "https://foyer.example/calendars/….ics" }),
    webcal: z.string().openapi({ description: "The same address with the scheme `webcal`, for calendar programs." }),
    ...address,
  })
  .openapi("NewCalendarAddress")
