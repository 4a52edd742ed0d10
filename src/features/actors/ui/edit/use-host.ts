import { useSite } from "#web/page/site.ts"

/** Returns the host of handles and addresses. */
export function useHost(): string {
  const url = useSite()?.url
  return url ? new URL(url).host : ""
}
