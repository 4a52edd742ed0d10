import { useMessages } from "#i18n/messages-context.ts"
import { LightbulbFilament, Moon } from "#ui/icons.tsx"
import { useDarkMode } from "./dark-mode.ts"

/** The button for dark mode, in the header. */
export function ThemeToggle() {
  const t = useMessages()
  const [isDark, choose] = useDarkMode()
  return (
    <button
      type="button"
      className="btn btn--bare btn--icon theme"
      aria-pressed={isDark}
      aria-label={t("layout.dark_mode")}
      onClick={() => choose(!isDark)}
    >
      {isDark ? <LightbulbFilament /> : <Moon />}
    </button>
  )
}
