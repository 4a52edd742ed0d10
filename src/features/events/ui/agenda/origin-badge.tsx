import { Badge } from "#ui/badge.tsx"
import { Globe } from "#ui/icons.tsx"

/** Where an event came from that was not written here: the host alone, which needs no words in any language. */
export function OriginBadge({ host }: { host: string }) {
  return <Badge icon={Globe}>{host}</Badge>
}
