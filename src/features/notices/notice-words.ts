import type { ActorType } from "#features/actors/actor-types.ts"
import { relationWord } from "#features/actors/relations/relation-words.ts"
import { inLanguage, type Language, type Translated } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { onOneLine } from "#lib/text/one-line.ts"
import {
  type AnswerCounts,
  answerValues,
  type Facts,
  type NoticeKind,
  type NoticePlace,
  type NoticeReason,
  type ReactionCounts,
  reactionKinds,
  type Span,
} from "./notice.ts"

/** The fields of a notice that its wording depends on. */
export type WordedNotice = {
  kind: NoticeKind
  was: Facts
  becomes: Facts
  subject: string | null
  event: { title: Translated; language: Language } | null
  /** The page that is asked, or that invites. */
  actor: { name: string; type: ActorType } | null
}

/** A notice with the reason why its recipient gets it. */
type ReasonedNotice = Pick<WordedNotice, "kind" | "becomes" | "actor"> & { because: NoticeReason }

/** Most dates that are spelt out. */
const mostDates = 20

/** Returns the title of a notice on one line: « Annulé : Radio Minuit ». */
export function noticeTitle(t: Messages, notice: WordedNotice): string {
  const { kind, event, actor, becomes } = notice
  const title = event ? onOneLine(inLanguage(event.title, t.language, event.language).text) : ""
  const page = onOneLine(actor?.name ?? "")
  if (kind === "message") return t("manage.notice_message", { title, subject: onOneLine(notice.subject ?? "") })
  if (kind === "confirmation")
    return becomes.count === undefined
      ? t("manage.notice_confirmation", { title, page })
      : t("manage.notice_confirmations", { count: becomes.count, page })
  if (kind === "published") {
    const count = becomes.count ?? 1
    if (count > 1) return page ? t("telling.several_of", { count, page }) : t("telling.several", { count })
    return event ? t("telling.one", { title }) : t("telling.gone")
  }
  if (kind === "invitation") {
    const as = isOfPages(becomes) ? relationWord(becomes.relation, actor?.type ?? "group") : "person"
    return t(`manage.notice_invitation_${as}`, { page })
  }
  if (kind === "claim") return t(`manage.notice_claim_${becomes.claim ?? "refused"}`, { page })
  if (kind === "webhook") return t("manage.notice_webhook", { host: becomes.host ?? "", page })
  if (kind === "answers") {
    const { confirmed, interested, declined } = answersOf(becomes)
    return t("manage.notice_answers", { count: confirmed + interested + declined, title })
  }
  if (kind === "reactions") {
    const { like, announce, reply } = reactionsOf(becomes)
    return t("reactions.notice", { count: like + announce + reply, title })
  }
  if (kind === "refused") return t("reactions.notice_refused", { title, host: becomes.host ?? "" })
  return t(`manage.notice_${kind}`, { title })
}

/** Returns why the recipient gets a notice; undefined for personal invitations, whose title says so. */
export function noticeReason(t: Messages, { kind, because, actor, becomes }: ReasonedNotice): string | undefined {
  if (kind === "published") return actor ? t("telling.asked", { page: actor.name }) : t("telling.asked_several")
  if (kind === "invitation" && !isOfPages(becomes)) return undefined
  return t(`manage.because_${because}`)
}

/** Returns whether an invitation is between pages and not addressed to a person. */
function isOfPages(becomes: Facts): becomes is Facts & { relation: "partner" | "group" } {
  return becomes.relation === "partner" || becomes.relation === "group"
}

/** Returns the content of a notice in sentences: the reason, dates before and after, place. Messages have a text of their own. */
export function noticeLines(t: Messages, { kind, was, becomes, event }: WordedNotice): string[] {
  if (kind === "published") {
    if (!event || (becomes.count ?? 1) === 1) return []
    return [t("telling.first_is", { title: onOneLine(inLanguage(event.title, t.language, event.language).text) })]
  }
  if (kind === "confirmation" && becomes.count !== undefined) return [t("manage.notice_of_import")]
  if (kind === "confirmation") return [t("manage.notice_part", { parts: partsInWords(t, becomes.part) })]
  if (kind === "invitation") {
    const { relation } = becomes
    const isRole = relation === "owner" || relation === "member" || relation === "assistant"
    return isRole ? [t(`manage.notice_role_${relation}`)] : []
  }
  if (kind === "claim") return claimInWords(t, becomes)
  if (kind === "answers") {
    const answers = answersOf(becomes)
    return answerValues
      .filter((value) => answers[value] > 0)
      .map((value) => t(`manage.answers_${value}`, { count: answers[value] }))
  }
  if (kind === "reactions") {
    const reactions = reactionsOf(becomes)
    return reactionKinds
      .filter((one) => reactions[one] > 0)
      .map((one) => t(`reactions.told_${one}`, { count: reactions[one] }))
  }
  if (kind === "refused") return [t("reactions.refused_text")]
  if (kind === "webhook") return [t(`manage.webhook_${becomes.webhook ?? "failing"}`), t("manage.webhook_again")]
  if (kind === "withdrawn") return withdrawnInWords(t, was, becomes)
  return [
    ...(becomes.status ? [t(`manage.now_${becomes.status}`)] : []),
    ...(becomes.reason ? [t("manage.reason_is", { reason: becomes.reason })] : []),
    ...datesInWords(t, was, becomes),
    ...(becomes.place ? placesInWords(t, was.place, becomes.place) : []),
  ]
}

function claimInWords(t: Messages, { claim, reason }: Facts): string[] {
  return [
    t(`manage.claim_${claim ?? "refused"}`),
    ...(reason ?? "").split(/\n+/).filter(Boolean),
    ...(claim === "accepted" ? [] : [t("manage.claim_again")]),
  ]
}

function reactionsOf({ reactions }: Facts): ReactionCounts {
  return reactions ?? { like: 0, announce: 0, reply: 0 }
}

function answersOf({ answers }: Facts): AnswerCounts {
  return answers ?? { confirmed: 0, interested: 0, declined: 0 }
}

/** Returns what a withdrawn event was, when and where: it has no page any more that shows this. */
function withdrawnInWords(t: Messages, was: Facts, { reason }: Facts): string[] {
  const spans = was.status === "postponed" ? [] : Object.values(was.dates ?? {}).filter((span) => span !== null)
  const where = was.place && whereInWords(t, was.place)
  return [
    t("manage.now_withdrawn"),
    ...(reason ? [t("manage.reason_is", { reason })] : []),
    ...shortened(
      t,
      spans.map((span) => t("manage.was_planned", { date: spanInWords(t, span) })),
    ),
    ...(where ? [t("manage.place_is", { place: where })] : []),
  ]
}

/** Returns the roles in an event as a list: « groupe ou artiste, lieu » */
export function partsInWords(t: Messages, parts: string[] = []): string {
  const known = (["organizer", "performer", "place"] as const).filter((part) => parts.includes(part))
  return t.list(known.map((part) => t(`manage.part_${part}`)))
}

function datesInWords(t: Messages, was: Facts, becomes: Facts): string[] {
  return shortened(
    t,
    Object.entries(becomes.dates ?? {}).map(([id, now]) => dateInWords(t, was.dates?.[id] ?? null, now)),
  )
}

function shortened(t: Messages, all: string[]): string[] {
  return all.length > mostDates
    ? [...all.slice(0, mostDates), t("manage.more_dates", { count: all.length - mostDates })]
    : all
}

function dateInWords(t: Messages, was: Span | null, now: Span | null): string {
  const [old, date] = [was && spanInWords(t, was), now && spanInWords(t, now)]
  if (!now || !date) return t("manage.date_gone", { date: old ?? "" })
  if (now.isCancelled) return t("manage.date_gone", { date })
  if (was?.isCancelled) return t("manage.date_back", { date })
  return old && old !== date ? t("manage.date_now", { was: old, date }) : t("manage.date_is", { date })
}

/** Returns a date with its times: « vendredi 21 novembre 2026, 20:30–22:00 » */
export function spanInWords(t: Messages, { start, end, isAllDay }: Span): string {
  // An all-day date ends at the following midnight.
  const last = end && isAllDay ? new Date(Date.parse(`${end.slice(0, 10)}T00:00:00Z`) - 1).toISOString() : end
  const isOneDay = !last || last.slice(0, 10) === start.slice(0, 10)
  const from = t.date(start, "full")
  if (isAllDay) return isOneDay ? from : t("manage.span", { from, to: t.date(last, "full") })
  if (!last) return `${from}, ${t.time(start)}`
  // A night that ends within 16 hours still counts as the same evening.
  const isNight = Date.parse(last) - Date.parse(start) < 16 * 3_600_000
  return isOneDay || isNight
    ? `${from}, ${t.time(start)}–${t.time(last)}`
    : t("manage.span", { from: `${from}, ${t.time(start)}`, to: `${t.date(last, "full")}, ${t.time(last)}` })
}

function placesInWords(t: Messages, was: NoticePlace | undefined, now: NoticePlace): string[] {
  const [old, here] = [was && whereInWords(t, was), whereInWords(t, now)]
  return [
    old && here && old !== here
      ? t("manage.place_now", { was: old, place: here })
      : here && t("manage.place_is", { place: here }),
    now.mode !== "onsite" && now.online_url ? t("manage.online_at", { url: now.online_url }) : "",
  ].filter((line) => line !== "")
}

/** Returns a place on one line: « Le Hangar des Vents, Grande nef, 12 rue des Navettes, Bruxelles » */
function whereInWords(t: Messages, { place, room, street, locality, mode }: NoticePlace): string {
  const there = [place, room, street, locality].filter(Boolean).join(", ")
  if (mode === "online") return t("manage.online")
  return mode === "hybrid" && there ? t("manage.and_online", { place: there }) : there
}
