import { useEffect, useState } from "react"
import { paths } from "#web/paths.ts"
import { useMessages } from "#i18n/messages-context.ts"

/** On paper an address and its QR code stand in for links; of what is not ours the address alone. */
export function PrintFoot({ address, id }: { address: string; id: number | undefined }) {
  const t = useMessages()
  // Out of sight on the screen it would not be there when the page is printed; nothing waits for it.
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
