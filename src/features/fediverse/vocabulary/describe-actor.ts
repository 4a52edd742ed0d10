import type { Actor } from "#features/actors/actor.ts"
import type { ActorType } from "#features/actors/actor-types.ts"
import { linkKinds } from "#features/actors/writing/inputs.ts"
import { type Language, languages, type Translated } from "#i18n/languages.ts"
import { escapeHtml } from "#lib/escape-html.ts"
import type { Messages } from "#i18n/messages.ts"
import { htmlOfText } from "#lib/html.ts"
import { paths } from "#web/paths.ts"
import { actorId, boxesOf, instanceId, keyId, sharedInbox } from "./addresses.ts"
import { defined, type Described, type Site } from "./described.ts"
import { describeImage } from "./describing/picture.ts"
import { describePlace } from "./describing/place.ts"

/** What each type of page is in ActivityStreams. A place is never a `Place`: Mobilizon takes none for an actor. */
export const actorTypeOf: Record<ActorType, "Person" | "Group" | "Organization"> = {
  person: "Person",
  group: "Group",
  place: "Organization",
  organizer: "Organization",
}

/** What of a page is told. */
export type DescribedActor = Pick<
  Actor,
  "fid" | "type" | "name" | "language" | "summary" | "description" | "avatar" | "banner" | "location" | "links"
> &
  Pick<Actor, "created" | "updated">

export type ActorSettings = {
  /** PEM, SPKI. */
  publicKey: string
  /** Addresses of the accounts it was before (FEP-7628). */
  alsoKnownAs?: readonly string[]
  /** Where it moved to. */
  movedTo?: string | undefined
  /** May other servers list it and search its posts? Yes unless said. */
  isListed?: boolean
}

/** A page as an actor: Person, Group or Organization. */
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
      summaryMap: inOrder(summaries, language),
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

/** The instance as an actor, which others follow to hear of everything that is public here. */
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

/** What every actor of ours has. */
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

/** What it says of itself, as HTML: in short where that is written, else at length. */
function summariesOf({ summary, description = {} }: DescribedActor): Translated {
  return Object.fromEntries(
    languages
      .map((language) => [language, summary[language] ? htmlOfText(summary[language]) : description[language]])
      .filter(([, text]) => text),
  ) as Translated
}

/** A link as a row of the profile; `rel=me` lets the other end be verified. */
function describeLink(t: Messages, { url, label, kind }: DescribedActor["links"][number]) {
  const shown = url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "")
  return {
    type: "PropertyValue",
    name: label ?? t(`actor-tabs.link_${linkKinds.find((one) => one === kind) ?? "other"}`),
    value: `<a href="${escapeHtml(url)}" rel="me nofollow noopener noreferrer" target="_blank">${escapeHtml(shown)}</a>`,
  }
}

/** Texts by language, the main one first: Mastodon takes the first for the language of all. */
export function inOrder(texts: Translated, main: Language): Translated | undefined {
  const order = [main, ...languages.filter((language) => language !== main)]
  const found = order.flatMap((language) => (texts[language] ? [[language, texts[language]]] : []))
  return found.length > 0 ? (Object.fromEntries(found) as Translated) : undefined
}

/** To the second, in UTC, as others write it. */
export function utc(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19)}Z`
}
