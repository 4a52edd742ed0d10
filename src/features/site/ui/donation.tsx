import { useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { Check, Copy } from "#ui/icons.tsx"
import type { Site } from "#web/page/request.ts"
import { ibanInFours } from "../iban.ts"
import "./about.css"

export type DonationCode = { size: number; path: string }
type DonationProps = { site: Site; donation: NonNullable<Site["donation"]>; code: DonationCode }

/** A lamp-yellow sheet with the data of a transfer of ten euros. */
export function Donation({ site, donation, code }: DonationProps) {
  const t = useMessages()
  return (
    <section className="give" id="don" aria-labelledby="don-titre">
      <div className="give__txt">
        <h2 className="d1" id="don-titre">
          {t("site.donate_title")}
        </h2>
        <p className="lead">{t("site.donate_text", { name: site.name })}</p>
        <dl className="bar">
          <Fact label={t("site.payee")}>{donation.name}</Fact>
          <Fact label="IBAN">{ibanInFours(donation.iban)}</Fact>
          {donation.bic && <Fact label="BIC">{donation.bic}</Fact>}
          <Fact label={t("site.remittance")}>{t("site.remittance_text", { name: site.name })}</Fact>
        </dl>
        <CopyIban iban={donation.iban} />
      </div>
      <div className="give__code">
        <div className="qr">
          <svg
            viewBox={`0 0 ${code.size} ${code.size}`}
            shapeRendering="crispEdges"
            role="img"
            aria-label={t("site.qr_alt", { name: donation.name })}
          >
            <path d={code.path} />
          </svg>
        </div>
        <p className="small">{t("site.qr_label")}</p>
      </div>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div className="iban">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function CopyIban({ iban }: { iban: string }) {
  const t = useMessages()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard?.writeText(iban)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <div className="bar needs-script">
      <Button kind="main" icon={isCopied ? Check : Copy} onClick={copy}>
        {t("site.copy_iban")}
      </Button>
      <span className="vh" role="status">
        {isCopied ? t("site.copied") : ""}
      </span>
    </div>
  )
}

/** Other ways to help, where no bank account is configured. */
export function OtherHelp({ site }: { site: Site | undefined }) {
  const t = useMessages()
  return (
    <section className="give" id="don" aria-labelledby="don-titre">
      <div className="give__txt">
        <h2 className="d1" id="don-titre">
          {t("site.help_title")}
        </h2>
        <p className="lead">{t("site.help_text", { name: site?.name ?? "Foyer" })}</p>
      </div>
    </section>
  )
}
