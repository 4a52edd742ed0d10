import type { Event, Occurrence } from "#features/events/event.ts"
import { inLanguage, languages, type Translated } from "#i18n/languages.ts"
import { escapeHtml } from "#lib/text/escape-html.ts"
import { activityId, actorActivityId, boxesOf, noteId } from "./addresses.ts"
import { addressedTo, type Addressed, type Audience, type Described, type Site } from "./described.ts"
import { orderedByLanguage, utc } from "./describe-actor.ts"
import { dateAndPlace, type EventObject, stateOf } from "./describe-event.ts"

// Activities are described without `@context`; `asDocument` adds it when they are sent or served.

export type Activity<Type extends string = string> = Described<Type> & Addressed & { actor: string; object: unknown }

/** An object that its actor publishes: an event, a note. */
type Told = Described & Addressed & { attributedTo: string; published: string }

/** Describes that an object is new. */
export function describeCreate(object: Told): Activity<"Create"> {
  const { id, attributedTo: actor, to, cc, published } = object
  return { id: activityId(id, "create"), type: "Create", actor, to, cc, published, object }
}

/** Describes the present form of an object. Each version is sent once. */
export function describeUpdate(object: Told & { updated: string }, version: number): Activity<"Update"> {
  const { id, attributedTo: actor, to, cc, updated } = object
  return { id: activityId(id, "update", version), type: "Update", actor, to, cc, published: updated, object }
}

/** Describes the present form of an actor, after its texts, picture or key changed. */
export function describeActorUpdate(actor: Described, version: number): Activity<"Update"> {
  const { id } = actor
  return { id: activityId(id, "update", version), type: "Update", actor: id, ...toFollowers(id), object: actor }
}

/** Describes that an event, or the actor itself, was deleted. */
export function describeDelete(
  gone: { id: string; formerType: string; actor: string; audience?: Audience },
  at: string,
): Activity<"Delete"> {
  const { id, formerType, actor, audience } = gone
  const object = describeTombstone(id, formerType, at)
  return {
    id: activityId(id, "delete"),
    type: "Delete",
    actor,
    ...toFollowers(actor, audience),
    published: utc(at),
    object,
  }
}

/** Describes a deleted object, which its address answers with 410. */
export function describeTombstone(id: string, formerType: string, at: string): Described<"Tombstone"> {
  return { id, type: "Tombstone", formerType, deleted: utc(at) }
}

/** Describes that a venue or group shares an event of another page with its followers. */
export function describeAnnounce(
  actor: string,
  object: { id: string; attributedTo: string },
  key: string | number,
  at: string,
): Activity<"Announce"> {
  const announced = { id: actorActivityId(actor, "announces", key), type: "Announce" as const, actor }
  return { ...announced, ...toFollowers(actor, "public", [object.attributedTo]), published: utc(at), object: object.id }
}

/** Describes a request to follow an actor. The object is only its address, because Gancio accepts nothing else. */
export function describeFollow(actor: string, whom: string, key: string | number): Activity<"Follow"> {
  return { id: actorActivityId(actor, "follows", key), type: "Follow", actor, to: [whom], cc: [], object: whom }
}

/** Describes that somebody will attend an event. */
export function describeJoin(
  actor: string,
  event: { id: string; attributedTo: string },
  key: string | number,
): Activity<"Join"> {
  return {
    id: actorActivityId(actor, "joins", key),
    type: "Join",
    actor,
    to: [event.attributedTo],
    cc: [],
    object: event.id,
  }
}

/** Describes that somebody will not attend an event after all. */
export function describeLeave(
  actor: string,
  event: { id: string; attributedTo: string },
  key: string | number,
): Activity<"Leave"> {
  return {
    id: actorActivityId(actor, "leaves", key),
    type: "Leave",
    actor,
    to: [event.attributedTo],
    cc: [],
    object: event.id,
  }
}

/** Describes that an actor moved: its followers are asked to follow the other account (FEP-7628). */
export function describeMove(
  actor: string,
  target: string,
  key: string | number,
): Activity<"Move"> & { target: string } {
  return { id: actorActivityId(actor, "moves", key), type: "Move", actor, ...toFollowers(actor), object: actor, target }
}

/** Describes that an activity is undone. The activity is embedded, because some servers do not know it by its id. */
export function describeUndo(undone: Activity): Activity<"Undo"> {
  const { id, type, actor, object, to, cc } = undone
  return { id: `${id}/undo`, type: "Undo", actor, to, cc, object: { id, type, actor, object } }
}

/** The answered activity, with only the fields needed to recognise it. */
export type AnsweredActivity = { id: string; type: "Follow" | "Join"; actor: string; object: string }

const deeds = { Accept: "accepts", Reject: "rejects", Ignore: "ignores" } as const

/**
 * Describes the answer to a `Follow` or a `Join`. `Ignore` is for a `Join` where none is taken (FEP-8a8e).
 * @param key distinguishes this answer from the actor's other ones
 */
export function describeAnswer<Type extends keyof typeof deeds>(
  type: Type,
  actor: string,
  asked: AnsweredActivity,
  key: string | number,
): Activity<Type> {
  const { id, type: of, actor: who, object } = asked
  const answered = { id, type: of, actor: who, object }
  return { id: actorActivityId(actor, deeds[type], key), type, actor, to: [who], cc: [], object: answered }
}

/**
 * Describes a note about a cancelled event, or a changed date or place, because Mastodon does not show its users that an
 * event was updated. It says what, when and where, in the event's languages, as a reply to the event.
 */
export function describeChangeNote(
  event: Event,
  date: Occurrence,
  told: Pick<EventObject, "id" | "attributedTo" | "url" | "to" | "cc">,
  at: string,
  site: Site,
): Described<"Note"> & Told {
  const { id, attributedTo, url, to, cc } = told
  const isOnlyDate = event.status !== "cancelled" && date.status === "cancelled"
  const state = stateOf(event, date)
  const reason = (isOnlyDate ? date.status_reason : event.status_reason) ?? ""
  const contents = Object.fromEntries(
    languages
      .filter((language) => event.title[language])
      .map((language) => {
        const t = site.messages(language)
        const said = isOnlyDate ? t("events.date_cancelled") : state === "scheduled" ? "" : t(`events.status_${state}`)
        const title = escapeHtml(inLanguage(event.title, language, event.language).text)
        const sentence = [said, reason].filter(Boolean).map(escapeHtml).join(" ")
        const what = `<a href="${escapeHtml(url)}">${title}</a><br />${escapeHtml(dateAndPlace(t, event, date))}`
        return [language, `${sentence && `<p>${sentence}</p>`}<p>${what}</p>`]
      }),
  ) as Translated
  return {
    id: noteId(id, event.version),
    type: "Note",
    attributedTo,
    to,
    cc,
    published: utc(at),
    url,
    inReplyTo: id,
    content: inLanguage(contents, event.language, event.language).text,
    contentMap: orderedByLanguage(contents, event.language),
    mediaType: "text/html",
    tag: [],
    attachment: [],
  }
}

function toFollowers(actor: string, audience?: Audience, others?: readonly string[]): Addressed {
  return addressedTo(boxesOf(actor).followers, audience, others)
}
