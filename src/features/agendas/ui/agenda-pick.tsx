import { useEffect, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Link } from "#ui/link.tsx"
import { browserApi } from "#web/api/browser-api.ts"
import { paths } from "#web/paths.ts"
import type { ManagedAgenda } from "../agenda.ts"

/** A choice among the viewer's agendas that filters the list of events; loads them when the sheet opens. */
export default function AgendaPick({ list, onPick }: { list: string; onPick: (list: string) => void }) {
  const t = useMessages()
  const [agendas, setAgendas] = useState<ManagedAgenda[]>([])
  useEffect(() => {
    browserApi.get("/api/me/lists/", {}).then(setAgendas, () => {})
  }, [])
  return (
    <fieldset>
      <legend className="lab t2">{t("lists.title")}</legend>
      {agendas.length === 0 ? (
        <p className="small t2">
          <Link className="link" to={paths.lists()}>
            {t("lists.new")}
          </Link>
        </p>
      ) : (
        <div className="list">
          {[{ id: "", name: t("lists.whole_agenda") }, ...agendas].map(({ id, name }) => (
            <label key={id}>
              <input type="radio" name="list" checked={list === String(id)} onChange={() => onPick(String(id))} />
              {name}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )
}
