import { useRef } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { useFootBar } from "#ui/foot.ts"
import { ScreenLink } from "./screen-link.tsx"
import { type ScreenName, screens as known } from "./screens.ts"

/**
 * Navigation at the bottom of phones: these screens in this order. The icon of the current page is filled (frame.css shows one of
 * the two).
 */
export function TabBar({ screens }: { screens: readonly ScreenName[] }) {
  const t = useMessages()
  const bar = useRef<HTMLElement>(null)
  useFootBar(bar)
  return (
    <nav ref={bar} className="tabbar" aria-label={t("layout.navigation")}>
      {screens.map((name) => {
        const { icon: Rest, iconOn: On, label } = known[name]
        return (
          <ScreenLink key={name} name={name}>
            {Rest && <Rest />}
            {On && <On />}
            <span>{t(label)}</span>
          </ScreenLink>
        )
      })}
    </nav>
  )
}
