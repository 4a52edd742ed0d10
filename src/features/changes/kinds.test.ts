import { expect, test } from "vitest"
import { mayFederate } from "#features/fediverse/outbox/following.server.ts"
import { mayReachWebhooks } from "#features/webhooks/following.server.ts"
import { type ChangeKind, kinds } from "./kinds.ts"

test("answers, replies and messages neither federate nor reach webhooks, nor do Fediverse settings reach these", () => {
  const unheard = (wants: typeof mayFederate) =>
    (Object.keys(kinds) as ChangeKind[]).filter((kind) => !wants({ subject: { event: 1 }, kind, isPublic: true }))
  const others = `answered attendee_removed reply_shown reply_hidden reply_removed reply_changed webhooks_changed
    message_sent message_deleted seen messages_seen inside_seen`.split(/\s+/)
  expect(unheard(mayFederate).toSorted()).toEqual(others.toSorted())
  expect(unheard(mayReachWebhooks).toSorted()).toEqual([...others, "fediverse_changed"].toSorted())
})
