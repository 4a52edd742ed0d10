import { useEffect, useState } from "react"
import { paths } from "#web/paths.ts"
import { useMessages } from "#i18n/messages-context.ts"

/** The foot of a printed page, whose address and QR code replace links; for events from other servers the address alone. */
export function PrintFoot({ address, id }: { address: string; id: number | undefined }) {
  const t = useMessages()
  // A lazy image that is never visible on screen would be missing on paper, so it is loaded after a while, when nothing else
  // waits.
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), 1500)
    return () => clearTimeout(timer)
  }, [])
  return (
    <footer className="print-only print-foot">
      {id !== undefined && (
        <div className="qr">
          <img
            src={`${paths.eventCode(id)}?quiet=0`}
            alt=""
            width="98"
            height="98"
            loading={isQuiet ? "eager" : "lazy"}
          />
        </div>
      )}
      <p>
        <strong>{address.replace(/^https?:\/\//, "")}</strong>
        <br />
        {t("events.print_line")}
      </p>
    </footer>
  )
}
