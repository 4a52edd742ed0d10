import { SignInLink } from "#features/accounts/ui/sign-in/sign-in-link.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { Note } from "#ui/note.tsx"
import { EmptyRelation } from "#web/following/empty-relation.tsx"
import { paths } from "#web/paths.ts"
import { useUser } from "#web/session/session.ts"
import { isFiltered, hasOnlyDates, withoutFilter } from "../../listing/agenda-query.ts"
import { type AgendaData, needsSignIn } from "../../pages/agenda-data.ts"
import { agendaAddress, type AgendaScreen, unfilteredQuery } from "./agenda-links.ts"

type AgendaPlaceholderProps = { screen: AgendaScreen; agenda: AgendaData }

/**
 * Content in place of a list: the way to sign in, or a note that nothing is on. Few readers see it, so it is loaded when needed.
 */
export default function AgendaPlaceholder({ screen, agenda }: AgendaPlaceholderProps) {
  const t = useMessages()
  const user = useUser()
  const { query, problem } = agenda

  if (needsSignIn(agenda, user !== null)) {
    return (
      <Note action={<SignInLink className="btn" />}>
        <p>{query.rel === "all" ? t("instead.list_needs_login") : t(`instead.${query.rel}_needs_login`)}</p>
      </Note>
    )
  }
  if (problem === "no_list") {
    return (
      <Empty
        level={2}
        title={t("instead.list_unknown")}
        action={
          <ButtonLink to={agendaAddress(screen, withoutFilter(query, "list"))}>{t("instead.whole_agenda")}</ButtonLink>
        }
      />
    )
  }
  return <Nothing screen={screen} agenda={agenda} />
}

function Nothing({ screen, agenda }: AgendaPlaceholderProps) {
  const t = useMessages()
  const { query } = agenda
  const all = agendaAddress(screen, unfilteredQuery(query))
  if (query.q) {
    const alone = { ...unfilteredQuery(query), q: query.q }
    const hasOthers = isFiltered({ ...query, q: "" })
    return (
      <Empty
        level={2}
        title={t("ui.nothing_for", { query: query.q })}
        action={
          hasOthers ? (
            <ButtonLink to={agendaAddress(screen, alone)}>{t("instead.drop_filters")}</ButtonLink>
          ) : (
            <ButtonLink to={paths.actors({ q: query.q })}>{t("instead.search_directory")}</ButtonLink>
          )
        }
      >
        {hasOthers ? t("instead.search_fewer") : t("instead.search_elsewhere")}
      </Empty>
    )
  }
  if (query.rel !== "all" && !isFiltered({ ...query, rel: "all" }))
    return (
      <EmptyRelation
        rel={query.rel}
        title={t(`instead.${query.rel}_nothing`)}
        find={{ to: paths.actors(), label: t("instead.open_directory") }}
        make={{ to: paths.newEvent(), label: t("agenda.publish_event") }}
      >
        {t(`instead.${query.rel}_nothing_hint`)}
      </EmptyRelation>
    )
  if (!isFiltered(query))
    return (
      <Empty level={2} title={t("ui.dark_tonight")}>
        {t("instead.nothing_at_all")}
      </Empty>
    )
  if (hasOnlyDates(query)) {
    const { from = agenda.today, to = from } = query
    return (
      <Empty
        level={2}
        title={t("ui.dark_tonight")}
        action={<ButtonLink to={all}>{t("instead.whole_agenda")}</ButtonLink>}
      >
        {from === to
          ? t("agenda.nothing_on", { date: t.date(from, "long") })
          : t("agenda.nothing_between", { first: t.date(from, "long"), last: t.date(to, "long") })}
      </Empty>
    )
  }
  return (
    <Empty
      level={2}
      title={t("instead.nothing_here")}
      action={<ButtonLink to={all}>{t("instead.whole_agenda")}</ButtonLink>}
    >
      {t("instead.nothing_matches")}
    </Empty>
  )
}
