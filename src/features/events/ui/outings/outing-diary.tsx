import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { Fold } from "#ui/fold.tsx"
import { CaretDownBold } from "#ui/icons.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import { diaryOf, type Outing } from "../../outings/outing.ts"
import { EventPoster } from "../event-poster.tsx"
import { entryDate, isCancelled, placeOf, titleOf } from "../event-words.ts"
import "./outings.css"

/** Number of posters shown for a closed month. */
const mostStubs = 7

/** The past outings: years in the margin, months that unfold to their posters. The newest is open. */
export function OutingDiary({ outings }: { outings: readonly Outing[] }) {
  const t = useMessages()
  return (
    <div className="outings years">
      {diaryOf(outings).map(({ year, months }, at) => (
        <Fold
          key={year}
          sign={year}
          title={t("outings.diary_title", { year })}
          label={
            <>
              {t("outings.diary", { year })}
              <br />
              <span className="t3">{t("outings.private")}</span>
            </>
          }
        >
          <ul className="diary">
            {months.map(({ month, outings: those }, nth) => (
              <li key={month}>
                <details open={at === 0 && nth === 0}>
                  <summary className="unfold">
                    <b>{t.date(`${month}-01`, "monthName")}</b>
                    <span className="small t2">{t("outings.outings_count", { count: those.length })}</span>
                    <span className="stubs" aria-hidden="true">
                      {those.slice(0, mostStubs).map((outing) => (
                        <EventPoster key={`${outing.id} ${outing.next?.id}`} event={outing} />
                      ))}
                    </span>
                    <CaretDownBold />
                  </summary>
                  <ul className="diary__in">
                    {those.map((outing) => (
                      <Memo key={`${outing.id} ${outing.next?.id}`} outing={outing} />
                    ))}
                  </ul>
                </details>
              </li>
            ))}
          </ul>
        </Fold>
      ))}
    </div>
  )
}

function Memo({ outing }: { outing: Outing }) {
  const t = useMessages()
  const date = entryDate(outing)
  const title = titleOf(t, outing)
  const isOff = isCancelled(outing, date)
  return (
    <li className={classes("memo", isOff && "memo--off")}>
      <EventPoster event={outing} date={date} />
      <p className="memo__day num">
        <time dateTime={date.start.slice(0, 10)}>{Number(date.start.slice(8, 10))}</time>
      </p>
      <h3>
        <PageLink className="stretch" to={paths.event(outing.id)} lang={title.lang}>
          {unbroken(title.text)}
        </PageLink>
      </h3>
      <p>{isOff ? t("ui.status_cancelled") : placeOf(t, outing).name}</p>
    </li>
  )
}
