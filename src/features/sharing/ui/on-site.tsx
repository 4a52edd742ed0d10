import { useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { Checkbox } from "#ui/fields/choice.tsx"
import { SegmentedRadios } from "#ui/fields/segmented.tsx"
import { embedPath, frameCode, isLook, isTheme, type Look, sizes, type Theme } from "../snippets.ts"
import { CopyCode } from "#ui/editing/copy-field.tsx"

/** One look of a card: its label, path and title. */
export type OfferedLook = { look: Look; label: string; path: string; title: string }

type OnSiteProps = {
  offered: OfferedLook[]
  publicUrl: string
  /** The look and theme chosen in the address. */
  chosen: { look: Look | undefined; theme: Theme | undefined }
  /** The card as plain HTML. */
  html: string
}

/** The code of a card for another site, with a preview. */
export function OnSite({ offered, publicUrl, chosen, html }: OnSiteProps) {
  const t = useMessages()
  const [look, setLook] = useState<Look>(chosen.look ?? offered[0]?.look ?? "line")
  const [theme, setTheme] = useState<Theme>(chosen.theme ?? "auto")
  const card = offered.find((one) => one.look === look) ?? offered[0]
  if (!card) return null
  const path = embedPath(card.path, card.look, theme)
  const { width, height } = sizes[card.look]
  return (
    <>
      <form method="get" action="#on-site" className="bar">
        {offered.length > 1 && (
          <SegmentedRadios
            label={t("share.look")}
            name="look"
            segments={offered.map((one) => ({ value: one.look, label: one.label }))}
            value={card.look}
            onChange={(value) => isLook(value) && setLook(value)}
          />
        )}
        <Checkbox
          name="theme"
          value="auto"
          checked={theme === "auto"}
          onChange={({ target }) => setTheme(target.checked ? "auto" : "light")}
        >
          {t("share.follow_theme")}
        </Checkbox>
        <span className={theme === "auto" ? "share__theme" : undefined}>
          <SegmentedRadios
            label={t("share.theme")}
            name="theme"
            segments={[
              { value: "light", label: t("share.theme_light") },
              { value: "dark", label: t("share.theme_dark") },
            ]}
            value={theme === "auto" ? "light" : theme}
            onChange={(value) => isTheme(value) && setTheme(value)}
          />
        </span>
        <noscript>
          <Button type="submit">{t("share.update")}</Button>
        </noscript>
      </form>
      <CopyCode label={t("share.as_frame")} code={frameCode(publicUrl + path, card.title, card.look)}>
        {t("share.copy_code")}
      </CopyCode>
      <figure className="share__preview">
        <figcaption className="lab">{t("share.preview")}</figcaption>
        {/* The card's own policy lets no script run: a sandbox would add nothing, and block its fonts. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- see above */}
        <iframe key={path} src={path} title={card.title} width={width} height={height} loading="lazy" />
      </figure>
      <details className="share__more">
        <summary>{t("share.as_html")}</summary>
        <p className="small t2">{t("share.html_note")}</p>
        <CopyCode label={t("share.as_html")} code={html}>
          {t("share.copy_html")}
        </CopyCode>
      </details>
    </>
  )
}
