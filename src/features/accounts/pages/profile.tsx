import { useMessages } from "#i18n/messages-context.ts"
import { type Language, languageNames, languages, localeCookie } from "#i18n/languages.ts"
import { dateAt } from "#lib/time.ts"
import { type Outing, outingOf } from "#features/events/outings/outing.ts"
import { OutingDays } from "#features/events/ui/outings/outing-days.tsx"
import { ActorAvatar } from "#features/actors/ui/actor-avatar.tsx"
import { classes } from "#ui/classes.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { EnvelopeSimple, Ticket } from "#ui/icons.tsx"
import { Flag, Eye, PencilSimple } from "#ui/seldom-icons.tsx"
import { Note } from "#ui/note.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { Form, Submit, useField } from "#web/editing/form-parts.tsx"
import { forms } from "#web/editing/form.ts"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { newsletterScheduleWords } from "../newsletter-schedule.ts"
import { FollowedPages, ManagedPages } from "../ui/managed-pages.tsx"
import { InvitationsNote } from "#features/actors/ui/page/invitations-note.tsx"
import { Personal } from "../ui/personal.tsx"
import type { Route } from "./+types/profile"

const load = page(({ api }) =>
  forUser(async () => {
    const [profile, managed, followed, invitations, outings] = await Promise.all([
      api.get("/api/me/"),
      api.list("/api/actors/managed/", { limit: 200 }),
      api.list("/api/actors/followed/", { limit: 9 }),
      api.get("/api/me/invitations/"),
      api.list("/api/me/outings/", { limit: 3 }),
    ])
    const avatars = Object.fromEntries(managed.items.map(({ fid, avatar }) => [fid, avatar]))
    return {
      profile,
      avatars,
      followed,
      invited: invitations.map(({ from }) => from.name),
      outings: outings.items.map(outingOf),
      today: dateAt(new Date(), profile.timezone),
      timezones: timezonesWith(profile.timezone),
    }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const save = forms({
  profile: async ({ api, values, t }) => {
    const language = values.get("language") as Language
    await api.patch("/api/me/", {
      name: values.get("name") || null,
      language,
      timezone: values.get("timezone") ?? "",
      identity: values.get("identity") || null,
    })
    return {
      notice: { message: t("account.profile_saved") },
      session: "changed",
      ...(language === t.language ? {} : { to: paths.me(), language, cookie: remembered(language) }),
    }
  },
})
export const action = save.server
export const clientAction = save.client

function remembered(language: Language) {
  return `${localeCookie.name}=${language}; Max-Age=${localeCookie.days * 86_400}; Path=${localeCookie.path}; SameSite=Lax`
}

type Data = NonNullable<Route.ComponentProps["loaderData"]>

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <Personal data={loaderData} title={t("personal.profile")}>
      {({ profile, avatars, followed, invited, outings, today, timezones }) => {
        const { identity } = profile
        const name = identity?.name ?? profile.name ?? profile.username
        return (
          <>
            <header className="ahead">
              <ActorAvatar
                type="person"
                size="xl"
                name={name}
                fid={identity?.fid ?? profile.username}
                image={identity ? (avatars[identity.fid] ?? null) : null}
                eager
              />
              <div className="ahead__txt">
                <p className="t2">{t("account.good_evening_to")}</p>
                <h1 className={classes("d1 personal__title", isLong(name) && "personal__title--long")} tabIndex={-1}>
                  {name}
                </h1>
                <div className="bar">
                  {identity && (
                    <ButtonLink icon={Eye} to={paths.actor(identity.fid)}>
                      {t("account.public_page")}
                    </ButtonLink>
                  )}
                  <ButtonLink icon={PencilSimple} to="#profil">
                    {t("account.edit")}
                  </ButtonLink>
                  {profile.may.includes("administer") && (
                    <ButtonLink icon={Flag} to={paths.admin()}>
                      {t("account.administer")}
                    </ButtonLink>
                  )}
                  {profile.may.includes("moderate") && (
                    <>
                      <ButtonLink icon={Flag} to={paths.reports()}>
                        {t("reports.title")}
                      </ButtonLink>
                      <ButtonLink icon={Flag} to={paths.claims()}>
                        {t("account.claims")}
                      </ButtonLink>
                    </>
                  )}
                </div>
              </div>
            </header>
            <AddressNote profile={profile} />
            {invited.length > 0 && <InvitationsNote names={invited} />}
            <NextOutings outings={outings} today={today} />
            <ManagedPages profile={profile} avatars={avatars} />
            <FollowedPages
              actors={followed.items}
              total={followed.total}
              hasNewsletter={profile.newsletter.frequency !== "none"}
            />
            <section className="part">
              <h2 className="d2">{t("account.letter")}</h2>
              <div className="bar bar--between">
                <p className="t2">{newsletterScheduleWords(t, profile.newsletter)}</p>
                <ButtonLink icon={EnvelopeSimple} to={paths.emails()}>
                  {t("account.change_letter")}
                </ButtonLink>
              </div>
            </section>
            <section className="part" id="profil">
              <h2 className="d2">{t("personal.profile")}</h2>
              <Form name="profile">
                <ProfileFields profile={profile} timezones={timezones} />
                <div className="bar">
                  <Submit kind="main" size="large">
                    {t("account.save")}
                  </Submit>
                </div>
              </Form>
            </section>
          </>
        )
      }}
    </Personal>
  )
}

/** Says that no address is verified, so that nothing can be published yet. */
function AddressNote({ profile: { is_verified, emails } }: { profile: Data["profile"] }) {
  const t = useMessages()
  const [main] = emails
  if (is_verified || !main) return null
  return (
    <Note
      type="warning"
      icon={EnvelopeSimple}
      action={<ButtonLink to={paths.emails()}>{t("account.to_address")}</ButtonLink>}
    >
      <p>
        <strong>{t("account.address_waits")}</strong> {t("account.address_waits_hint", { email: main.email })}
      </p>
    </Note>
  )
}

/** The person's next few outings. */
function NextOutings({ outings, today }: { outings: Outing[]; today: string }) {
  const t = useMessages()
  return (
    <section className="part">
      <div className="bar bar--between">
        <h2 className="d2">{t("outings.title")}</h2>
        <ButtonLink icon={Ticket} to={paths.outings()}>
          {t("outings.all")}
        </ButtonLink>
      </div>
      {outings.length === 0 ? (
        <Empty
          title={t("outings.none")}
          action={<ButtonLink to={paths.events()}>{t("outings.open_agenda")}</ButtonLink>}
        >
          {t("outings.none_hint")}
        </Empty>
      ) : (
        <OutingDays outings={outings} today={today} level={3} />
      )}
    </section>
  )
}

function ProfileFields({ profile, timezones }: Pick<Data, "profile" | "timezones">) {
  const t = useMessages()
  const identity = useField("identity", profile.identity?.fid ?? "")
  const people = profile.actors.filter(
    ({ type, relation, status }) => type === "person" && relation === "owner" && status === "published",
  )
  return (
    <>
      <TextField
        {...useField("name", profile.name ?? "")}
        label={t("account.name")}
        hint={t("account.name_hint", { username: profile.username })}
        autoComplete="name"
        maxLength={100}
        isOptional
      />
      <Select
        {...useField("language", profile.language)}
        label={t("layout.language")}
        options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
      />
      <Select
        {...useField("timezone", profile.timezone)}
        label={t("account.timezone")}
        hint={t("account.timezone_hint")}
        options={timezones.map((value) => ({ value, label: value.replaceAll("_", " ") }))}
      />
      {people.length > 0 ? (
        <Select
          {...identity}
          label={t("account.identity")}
          hint={t("account.identity_hint")}
          options={[
            { value: "", label: t("account.identity_none") },
            ...people.map(({ fid, name }) => ({ value: fid, label: name })),
          ]}
          isOptional
        />
      ) : (
        <p className="hint t3 small">{t("account.identity_missing")}</p>
      )}
    </>
  )
}

/**
 * Returns all known time zones and the chosen one. Browsers know others than the server, so a page that the server rendered has its
 * list.
 */
function timezonesWith(chosen: string): string[] {
  const known = Intl.supportedValuesOf("timeZone")
  return known.includes(chosen) ? known : [chosen, ...known]
}

/** Tells whether a name has a word that would be broken beside the portrait at the large letter size. */
function isLong(name: string) {
  return name.split(/\s+/).some((word) => word.length > 10)
}
