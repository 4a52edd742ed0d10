import { Badge } from "#ui/badge.tsx"
import { Globe } from "#ui/icons.tsx"

/** A badge with the server an event came from: the host name, which needs no translation. */
export function OriginBadge({ host }: { host: string }) {
  return <Badge icon={Globe}>{host}</Badge>
}
