import type { Messages } from "#i18n/messages.ts"
import type { Change } from "./representation.server.ts"

/** Returns the reason of a moderator's decision and the deadline for a correction, for the journal; empty for other changes. */
export function decisionInWords(t: Messages, { fields: { reason, due } }: Change): string[] {
  const [why, until] = [reason?.[1], due?.[1]]
  return [
    ...(typeof why === "string" ? [t("manage.decided_reason", { reason: why })] : []),
    ...(typeof until === "string" ? [t("manage.decided_due", { date: t.date(until, "medium") })] : []),
  ]
}
