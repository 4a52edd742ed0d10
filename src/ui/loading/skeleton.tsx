import { useMessages } from "#i18n/messages-context.ts"

/** Placeholder rows with the geometry of real rows, so that nothing moves when they arrive. Shown after 150 ms only. */
export function RowsSkeleton({ rows = 3 }: { rows?: number }) {
  const t = useMessages()
  return (
    <div className="sk-rows" role="status">
      <span className="vh">{t("ui.loading")}</span>
      <ul className="rows" aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          <li className="row" key={row}>
            <div className="row__time">
              <span className="sk sk--time" />
            </div>
            <div className="row__poster">
              <span className="sk sk--poster" />
            </div>
            <div className="row__main sk__group">
              <span className="sk sk--title" />
              <span className="sk sk--line" />
            </div>
            <div className="row__where sk__group">
              <span className="sk sk--place" />
              <span className="sk sk--line" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Placeholder posters. */
export function WallSkeleton({ cards = 4 }: { cards?: number }) {
  const t = useMessages()
  return (
    <div className="sk-rows" role="status">
      <span className="vh">{t("ui.loading")}</span>
      <ul className="wall" aria-hidden="true">
        {Array.from({ length: cards }, (_, card) => (
          <li className="pcard" key={card}>
            <span className="sk sk--poster" />
            <span className="sk sk--place" />
          </li>
        ))}
      </ul>
    </div>
  )
}
