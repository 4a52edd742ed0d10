import type { ReactNode } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { ArrowLeft, Printer } from "#ui/icons.tsx"
import { FileSvg, Image } from "#ui/seldom-icons.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { files, type Kind, withoutScheme } from "../addresses.ts"

type ShareFrameProps = { back: string; name: string; lang?: string | undefined; children: ReactNode }

/** The frame of a share screen: the link back, the title, and its content. */
export function ShareFrame({ back, name, lang, children }: ShareFrameProps) {
  const t = useMessages()
  return (
    <div className="wrap share">
      <div className="bar share__up">
        <PageLink className="up" to={back} lang={lang}>
          <ArrowLeft />
          <span className="truncate">{name}</span>
        </PageLink>
      </div>
      <h1 className="d1" tabIndex={-1}>
        {t("share.title")}
      </h1>
      {children}
    </div>
  )
}

/** A section of the screen, under a thick rule. */
export function SharePart({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="share__part" id={id} aria-labelledby={`${id}-title`}>
      <h2 className="d3" id={`${id}-title`}>
        {title}
      </h2>
      {children}
    </section>
  )
}

type BillProps = {
  picture?: ReactNode
  name: string
  lang?: string | undefined
  lines: string[]
  qr: string
  url: string
}

/** The information to hand out: the picture, the facts, the QR code. */
export function Bill({ picture, name, lang, lines, qr, url }: BillProps) {
  const t = useMessages()
  return (
    <div className="bill on-paper">
      {picture && <div className="bill__picture">{picture}</div>}
      <div className="bill__txt">
        <div>
          <p className="d3" lang={lang}>
            {name}
          </p>
          <p className="small num">
            {lines.map((one) => (
              <span key={one}>{one}</span>
            ))}
          </p>
        </div>
        <div>
          <img
            className="bill__qr"
            src={qr}
            width="152"
            height="152"
            alt={t("share.qr_alt", { address: withoutScheme(url) })}
          />
          <p className="micro">{withoutScheme(url)}</p>
        </div>
      </div>
    </div>
  )
}

type BillFilesProps = {
  of: string | number
} & (
  | { kind: "agendas"; sheet?: never; print?: never }
  /** With the address of the sheet to print, and the label of its button. */
  | { kind: Exclude<Kind, "agendas">; sheet: string; print: string }
)

/** The downloads of a flyer: a sheet to print, the QR code, the picture. */
export function BillFiles({ kind, of, sheet, print }: BillFilesProps) {
  const t = useMessages()
  return (
    <div className="bar">
      {sheet && (
        <ButtonLink kind="main" icon={Printer} to={sheet}>
          {print}
        </ButtonLink>
      )}
      <ButtonLink icon={FileSvg} to={files.qr(kind, of, "svg")} download={`qr-${of}.svg`}>
        {t("share.qr")}
      </ButtonLink>
      <ButtonLink icon={Image} to={files.qr(kind, of, "png")} download={`qr-${of}.png`}>
        {t("share.qr_png")}
      </ButtonLink>
      {kind !== "agendas" && (
        <ButtonLink icon={Image} to={`/${kind}/${of}/card.png`} download={`${of}.png`}>
          {t("share.picture")}
        </ButtonLink>
      )}
    </div>
  )
}

/** For managers of content that is not public: why it cannot be shared, and what to do. */
export function NotPublished({ words, edit, publish }: { words: string; edit: string; publish?: string | undefined }) {
  const t = useMessages()
  return (
    <Empty
      level={2}
      title={t("share.draft_title")}
      action={
        <>
          {publish && (
            <ButtonLink kind="main" to={publish}>
              {t("share.draft_publish")}
            </ButtonLink>
          )}
          <ButtonLink to={edit}>{t("share.draft_edit")}</ButtonLink>
        </>
      }
    >
      {words}
    </Empty>
  )
}
