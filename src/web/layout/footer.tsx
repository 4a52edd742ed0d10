import type { PlainMessageId } from "#ui/plain-message.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Lamp } from "./lamp.tsx"
import { ScreenLink } from "./screen-link.tsx"
import type { ScreenName } from "./screens.ts"

type Column = { title: PlainMessageId; screens: ScreenName[] }
const columns: Column[] = [
  { title: "layout.network", screens: ["agenda", "directory", "activities", "audio"] },
  { title: "layout.open", screens: ["fediverse", "server", "source", "api"] },
  { title: "layout.together", screens: ["about", "donate", "contact", "accessibility"] },
]

/** The foot of every page. */
export function Footer({ screens }: { screens: readonly ScreenName[] }) {
  const t = useMessages()
  return (
    <footer className="foot">
      <div className="wrap foot__grid">
        <div>
          <Lamp />
        </div>
        <div>
          <p className="foot__promise">
            {t("layout.promise_ads")}
            <br />
            {t("layout.promise_algorithm")}
            <br />
            {t("layout.promise_competition")}
          </p>
        </div>
        {columns.map(({ title, screens: names }) => (
          <div key={title}>
            <p className="lab">{t(title)}</p>
            <ul>
              {names
                .filter((name) => screens.includes(name))
                .map((name) => (
                  <li key={name}>
                    <ScreenLink name={name} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </footer>
  )
}
