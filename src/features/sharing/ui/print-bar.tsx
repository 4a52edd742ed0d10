import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { ArrowLeft, Printer } from "#ui/icons.tsx"
import { SegmentedLinks } from "#ui/fields/segmented.tsx"
import { PageLink } from "#web/navigation/link.tsx"

type PrintBarProps = {
  back: string
  name: string
  /** The language of the name, where it is another one. */
  lang?: string | undefined
  choices: { label: string; current: string; all: { value: string; label: string; to: string }[] }
}

/** The controls above a sheet, which are not printed. */
export function PrintBar({ back, name, lang, choices }: PrintBarProps) {
  const t = useMessages()
  return (
    <div className="no-print printbar">
      <div className="bar bar--between">
        <PageLink className="up" to={back} lang={lang}>
          <ArrowLeft />
          <span className="truncate">{name}</span>
        </PageLink>
        <div className="bar">
          <SegmentedLinks label={choices.label} segments={choices.all} current={choices.current} />
          <Button kind="main" icon={Printer} className="needs-script" onClick={() => print()}>
            {t("share.print")}
          </Button>
        </div>
      </div>
      <p className="small t2">{t("share.print_hint")}</p>
      <noscript>
        <p className="small t2">{t("share.print_keys")}</p>
      </noscript>
    </div>
  )
}
