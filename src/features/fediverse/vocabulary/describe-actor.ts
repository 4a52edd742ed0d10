import type { Actor } from "#features/actors/actor.ts"
import type { ActorType } from "#features/actors/actor-types.ts"
import { linkKinds } from "#features/actors/writing/inputs.ts"
import { type Language, languages, type Translated } from "#i18n/languages.ts"
import { escapeHtml } from "#lib/text/escape-html.ts"
import type { Messages } from "#i18n/messages.ts"
import { htmlOfText } from "#lib/text/html.ts"
import { paths } from "#web/paths.ts"
import { actorId, boxesOf, instanceId, keyId, sharedInbox } from "./addresses.ts"
import { defined, type Described, type Site } from "./described.ts"
import { describeImage } from "./describing/picture.ts"
import { describePlace } from "./describing/place.ts"

/** The ActivityStreams type of each type of page. A place is never a `Place`, which Mobilizon does not accept as an actor. */
export const actorTypeOf: Record<ActorType, "Person" | "Group" | "Organization"> = {
  person: "Person",
  group: "Group",
  place: "Organization",
  organizer: "Organization",
}

/** The fields of a page that its actor shows. */
export type DescribedActor = Pick<
  Actor,
  "fid" | "type" | "name" | "language" | "summary" | "description" | "avatar" | "banner" | "location" | "links"
> &
  Pick<Actor, "created" | "updated">

export type ActorSettings = {
  /** PEM, SPKI. */
  publicKey: string
  /** Addresses of its former accounts (FEP-7628). */
  alsoKnownAs?: readonly string[]
  /** Address of the account that it moved to. */
  movedTo?: string | undefined
  /** Whether other servers may list it and index its posts; true by default. */
  isListed?: boolean
}

/** Describes a page as an actor: Person, Group or Organization. */
export function describeActor(actor: DescribedActor, settings: ActorSettings, site: Site): Described {
  const { fid, type, name, language, avatar, banner, location, links, created, updated } = actor
  const id = actorId(site.publicUrl, fid)
  const url = `${site.publicUrl}${paths.actor(fid)}`
  const summaries = summariesOf(actor)
  const { alsoKnownAs = [], movedTo, isListed = true } = settings
  return {
    ...frameOf(id, actorTypeOf[type], settings.publicKey, site),
    ...defined({
      preferredUsername: fid,
      name,
      url,
      summary: summaries[language] ?? Object.values(summaries)[0],
      summaryMap: orderedByLanguage(summaries, language),
      icon: avatar && describeImage(avatar),
      image: banner && describeImage(banner),
      location: type === "place" ? describePlace(id, location, name) : undefined,
    }),
    attachment: links.map((link) => describeLink(site.messages(language), link)),
    discoverable: isListed,
    indexable: isListed,
    published: utc(created),
    updated: utc(updated),
    ...(alsoKnownAs.length > 0 && { alsoKnownAs: [...alsoKnownAs] }),
    ...(movedTo && { movedTo }),
  }
}

/** Describes the instance as an actor, which others follow to receive everything that is public here. */
export function describeInstance(
  instance: { name: string; summary?: string; icon?: { url: string; mediaType: string }; published: string },
  publicKey: string,
  site: Site,
): Described {
  const { name, summary, icon, published } = instance
  return {
    ...frameOf(instanceId(site.publicUrl), "Application", publicKey, site),
    ...defined({
      preferredUsername: "relay",
      name,
      url: `${site.publicUrl}/`,
      summary: summary && htmlOfText(summary),
      icon: icon && { type: "Image", ...icon },
    }),
    attachment: [],
    discoverable: true,
    indexable: true,
    published: utc(published),
  }
}

/** Returns the properties that every actor of this server has. */
function frameOf(id: string, type: string, publicKey: string, { publicUrl }: Site) {
  return {
    id,
    type,
    ...boxesOf(id),
    endpoints: { sharedInbox: sharedInbox(publicUrl) },
    publicKey: { id: keyId(id), owner: id, publicKeyPem: publicKey },
    manuallyApprovesFollowers: false,
  }
}

/** Returns the description of a page as HTML by language: the short one if there is one, otherwise the long one. */
function summariesOf({ summary, description = {} }: DescribedActor): Translated {
  return Object.fromEntries(
    languages
      .map((language) => [language, summary[language] ? htmlOfText(summary[language]) : description[language]])
      .filter(([, text]) => text),
  ) as Translated
}

/** Describes a link as a row of the profile; `rel=me` lets the linked site be verified. */
function describeLink(t: Messages, { url, label, kind }: DescribedActor["links"][number]) {
  const shown = url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "")
  return {
    type: "PropertyValue",
    name: label ?? t(`actor-tabs.link_${linkKinds.find((one) => one === kind) ?? "other"}`),
    value: `<a href="${escapeHtml(url)}" rel="me nofollow noopener noreferrer" target="_blank">${escapeHtml(shown)}</a>`,
  }
}

/** Orders texts by language, the main one first: Mastodon takes the first as the language of the object. */
export function orderedByLanguage(texts: Translated, main: Language): Translated | undefined {
  const order = [main, ...languages.filter((language) => language !== main)]
  const found = order.flatMap((language) => (texts[language] ? [[language, texts[language]]] : []))
  return found.length > 0 ? (Object.fromEntries(found) as Translated) : undefined
}

/** Formats a moment in UTC to the second, as other servers do. */
export function utc(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19)}Z`
}
