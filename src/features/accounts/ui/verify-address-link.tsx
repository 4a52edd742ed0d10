import { useLocation } from "react-router"
import { ButtonLink } from "#ui/button.tsx"
import { paths } from "#web/paths.ts"

/** Leads to one's addresses, to have one verified; the link mailed from there leads back to this page. */
export function VerifyAddressLink({ children }: { children: string }) {
  const { pathname, search } = useLocation()
  return <ButtonLink to={paths.emails({ next: pathname + search })}>{children}</ButtonLink>
}
