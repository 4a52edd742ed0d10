import type { Messages } from "#i18n/messages.ts"
import type { FollowSubject } from "./subject.ts"

/** Returns the title of following a subject. */
export function followTitle(t: Messages, { name, isSearch }: FollowSubject): string {
  if (name) return t("subscribe.follow_name", { name })
  return t(isSearch ? "ui.follow_search" : "ui.follow_agenda")
}
