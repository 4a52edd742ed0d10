import type { Event, Occurrence } from "#features/events/event.ts"
import { inLanguage, languages, type Translated } from "#i18n/languages.ts"
import { escapeHtml } from "#lib/escape-html.ts"
import { activityId, boxesOf, deedId, noteId } from "./addresses.ts"
import { addressedTo, type Addressed, type Audience, type Described, type Site } from "./described.ts"
import { inOrder, utc } from "./describe-actor.ts"
import { type EventObject, inShort, stateOf } from "./describe-event.ts"

// Activities are given out without `@context`; `asDocument` adds it where they are sent or shown.

export type Activity<Type extends string = string> = Described<Type> & Addressed & { actor: string; object: unknown }

/** Something of an actor's that it tells: an event, a note. */
type Told = Described & Addressed & { attributedTo: string; published: string }

/** « This is new. » */
export function describeCreate(object: Told): Activity<"Create"> {
  const { id, attributedTo: actor, to, cc, published } = object
  return { id: activityId(id, "create"), type: "Create", actor, to, cc, published, object }
}

/** « This is how it is now. » Each version of an object is told once. */
export function describeUpdate(object: Told & { updated: string }, version: number): Activity<"Update"> {
  const { id, attributedTo: actor, to, cc, updated } = object
  return { id: activityId(id, "update", version), type: "Update", actor, to, cc, published: updated, object }
}

/** « This is how I am now. » For a page whose own words, face or key changed. */
export function describeActorUpdate(actor: Described, version: number): Activity<"Update"> {
  const { id } = actor
  return { id: activityId(id, "update", version), type: "Update", actor: id, ...toFollowers(id), object: actor }
}

/** « This is gone »: an event, or the actor itself. */
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

/** What is answered, with 410, for what was there. */
export function describeTombstone(id: string, formerType: string, at: string): Described<"Tombstone"> {
  return { id, type: "Tombstone", formerType, deleted: utc(at) }
}

/** « Look at this »: a venue or group tells its followers of an event of somebody else. */
export function describeAnnounce(
  actor: string,
  object: { id: string; attributedTo: string },
  key: string | number,
  at: string,
): Activity<"Announce"> {
  const announced = { id: deedId(actor, "announces", key), type: "Announce" as const, actor }
  return { ...announced, ...toFollowers(actor, "public", [object.attributedTo]), published: utc(at), object: object.id }
}

/** « Tell me what you do. » Gancio takes nothing but the address of who is followed. */
export function describeFollow(actor: string, whom: string, key: string | number): Activity<"Follow"> {
  return { id: deedId(actor, "follows", key), type: "Follow", actor, to: [whom], cc: [], object: whom }
}

/** « I shall be there. » */
export function describeJoin(
  actor: string,
  event: { id: string; attributedTo: string },
  key: string | number,
): Activity<"Join"> {
  return { id: deedId(actor, "joins", key), type: "Join", actor, to: [event.attributedTo], cc: [], object: event.id }
}

/** « I shall not be there after all. » */
export function describeLeave(
  actor: string,
  event: { id: string; attributedTo: string },
  key: string | number,
): Activity<"Leave"> {
  return { id: deedId(actor, "leaves", key), type: "Leave", actor, to: [event.attributedTo], cc: [], object: event.id }
}

/** « I am there from now on »: whoever follows is asked to follow the other account (FEP-7628). */
export function describeMove(
  actor: string,
  target: string,
  key: string | number,
): Activity<"Move"> & { target: string } {
  return { id: deedId(actor, "moves", key), type: "Move", actor, ...toFollowers(actor), object: actor, target }
}

/** « What I did does not count any more. » The activity goes along: some know it by its id and some do not. */
export function describeUndo(undone: Activity): Activity<"Undo"> {
  const { id, type, actor, object, to, cc } = undone
  return { id: `${id}/undo`, type: "Undo", actor, to, cc, object: { id, type, actor, object } }
}

/** What is answered to: no more of it than is needed to know it again. */
export type Asked = { id: string; type: "Follow" | "Join"; actor: string; object: string }

const deeds = { Accept: "accepts", Reject: "rejects", Ignore: "ignores" } as const

/**
 * The answer to a `Follow` or a `Join`. `Ignore` is for a `Join` where none is taken (FEP-8a8e).
 * @param key tells this answer from every other of this actor
 */
export function describeAnswer<Type extends keyof typeof deeds>(
  type: Type,
  actor: string,
  asked: Asked,
  key: string | number,
): Activity<Type> {
  const { id, type: of, actor: who, object } = asked
  const answered = { id, type: of, actor: who, object }
  return { id: deedId(actor, deeds[type], key), type, actor, to: [who], cc: [], object: answered }
}

/**
 * What is said to people when an event is off, or its date or place changed: Mastodon does not show them that an event was
 * updated. A sentence, then what, when and where, in the event's languages; it answers to the event.
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
        const what = `<a href="${escapeHtml(url)}">${title}</a><br />${escapeHtml(inShort(t, event, date))}`
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
    contentMap: inOrder(contents, event.language),
    mediaType: "text/html",
    tag: [],
    attachment: [],
  }
}

function toFollowers(actor: string, audience?: Audience, others?: readonly string[]): Addressed {
  return addressedTo(boxesOf(actor).followers, audience, others)
}
