import type { Document } from "#features/documents/document.ts"
import { escapeHtml } from "#lib/text/escape-html.ts"
import { actorId, boxesOf, soundId } from "./addresses.ts"
import { type Addressed, addressedTo, type Audience, defined, type Described } from "./described.ts"
import { utc } from "./describe-actor.ts"

export type SoundObject = Described<"Audio"> & Addressed & { attributedTo: string; published: string; updated: string }

/**
 * Describes a sound of a page as `Audio`: Mastodon shows its name and its address, others play the attachment.
 * @param author the name of the page in its actor's address
 * @param shownAt the address of the page where people can hear it
 */
export function describeSound(
  { id, title, description, credit, licence, duration, sound, created, updated }: Document,
  { author, audience, shownAt }: { author: string; audience: Audience; shownAt: string },
  publicUrl: string,
): SoundObject {
  const actor = actorId(publicUrl, author)
  const sources = (sound?.sources ?? []).map(({ url, mime, size }) => ({
    href: url,
    mediaType: mime.split(";")[0] as string,
    size,
  }))
  return {
    id: soundId(publicUrl, id),
    type: "Audio",
    name: title,
    attributedTo: actor,
    ...addressedTo(boxesOf(actor).followers, audience),
    published: utc(created),
    updated: utc(updated),
    content: contentOf(title, [description, [credit, licence].filter(Boolean).join(" · ")]),
    mediaType: "text/html",
    ...defined({ duration: duration ? `PT${Math.round(duration)}S` : undefined }),
    url: [
      { type: "Link", mediaType: "text/html", href: shownAt },
      ...sources.map((source) => ({ type: "Link", ...source })),
    ],
    attachment: sources
      .slice(0, 1)
      .map(({ href, mediaType }) => ({ type: "Audio", mediaType, url: href, name: title })),
    ...(sound?.cover && { image: { type: "Image", mediaType: "image/jpeg", url: sound.cover } }),
  }
}

/** Returns the text of a sound. It begins with the title, because some servers show nothing else. */
function contentOf(title: string, texts: readonly (string | null)[]): string {
  const paragraphs = texts.flatMap((text) => text?.split(/\n\s*\n/) ?? []).filter((text) => text.trim() !== "")
  return [`<p><strong>${escapeHtml(title)}</strong></p>`, ...paragraphs.map(paragraph)].join("")
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text.trim()).replaceAll(/\r?\n/g, "<br />")}</p>`
}
