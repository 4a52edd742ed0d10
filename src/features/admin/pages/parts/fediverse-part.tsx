import { useNavigate } from "react-router"
import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Empty } from "#ui/empty.tsx"
import { SearchField } from "#ui/fields/search-field.tsx"
import { SegmentedLinks } from "#ui/fields/segmented.tsx"
import type { List } from "#web/api.ts"
import { demandConfirmation } from "#web/editing/demand-confirmation.ts"
import { FormNotices } from "#web/editing/form-parts.tsx"
import { forms } from "#web/editing/form.ts"
import { page } from "#web/page/page.ts"
import { Pager } from "#web/lists/pager.tsx"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { startIn } from "#web/lists/start-in.ts"
import { type HostFilter, hostFilters } from "../../hosts/host.ts"
import type { Host } from "../../hosts/representation.server.ts"
import { AdminHead } from "../../ui/admin-head.tsx"
import { DecideHost, HostLists } from "../../ui/host-forms.tsx"
import { HostRow } from "../../ui/host-row.tsx"
import "../../ui/admin.css"
import type { PartProps } from "./part.ts"
import { retryForm } from "./retry-form.ts"

const size = 100

const load = page(({ api, url }) =>
  forUser(async () => {
    const start = startIn(url)
    const q = url.searchParams.get("q")?.trim() ?? ""
    const filter = hostFilters.find((one) => one === url.searchParams.get("filter")) ?? "blocked"
    return { start, q, filter, hosts: await api.list("/api/admin/hosts/", { q, filter, start, limit: size }) }
  }),
)

const decisionOf = (value: string | null) => (value === "allow" ? ("allow" as const) : ("block" as const))

const save = forms(
  {
    decide: async ({ api, values, t }) => {
      const decision = decisionOf(values.get("decision"))
      // With an empty host the address would be that of another call.
      const wanted = values.get("host")?.trim() || "-"
      const { host } = await api.put(
        "/api/admin/hosts/{host}/",
        { decision, reason: values.get("reason") },
        { host: wanted },
      )
      return { notice: { message: t(decision === "block" ? "admin.was_blocked" : "admin.was_allowed", { host }) } }
    },
    undecide: async ({ api, values, t }) => {
      const [host, decision] = [values.get("host") ?? "", decisionOf(values.get("decision"))]
      // Unblocking destroys nothing; with an allow list, this does.
      if (decision === "allow") demandConfirmation({ values, t })
      await api.delete("/api/admin/hosts/{host}/", undefined, { host, decision })
      const message = t(decision === "block" ? "admin.was_unblocked" : "admin.was_disallowed", { host })
      return { notice: { message } }
    },
    retry: retryForm,
    list: async ({ api, values, file }) => {
      const sent = new FormData()
      const chosen = file("file")
      if (chosen) sent.append("file", chosen)
      sent.append("decision", decisionOf(values.get("decision")))
      return { given: await api.post("/api/admin/hosts/imports/", sent) }
    },
  },
  { hasFiles: true, isForUser: true, saysOnce: new Set(["decide", "list"]) },
)

type Data = { start: number; q: string; filter: HostFilter; hosts: List<Host> }

/** The Fediverse hosts that are blocked, allowed, or do not answer. */
function FediversePage({ data, outcome }: PartProps) {
  const t = useMessages()
  const navigate = useNavigate()
  return (
    <SignedInOnly data={data as Data | null} title={t("admin.hosts")}>
      {({ start, q, filter, hosts }) => {
        const to = (query: Record<string, string | undefined>) => paths.admin("fediverse", { q, filter, ...query })
        return (
          <div className="wrap admin">
            <AdminHead
              current="fediverse"
              title={t("admin.hosts")}
              text={`${t("admin.hosts_about")} ${t("admin.hosts_order")}`}
            />
            <FormNotices of={outcome?.form === "undecide" || outcome?.form === "retry" ? outcome : undefined} />
            <div className="admin__find">
              <SearchField
                label={t("admin.hosts_search")}
                placeholder={t("admin.hosts_placeholder")}
                value={q}
                keep={{ filter }}
                onSearch={(text) => void navigate(to({ q: text }), { replace: true, preventScrollReset: true })}
              />
              <SegmentedLinks
                label={t("admin.hosts_which")}
                current={filter}
                segments={hostFilters.map((value) => ({
                  value,
                  label: t(`admin.hosts_${value}`),
                  to: to({ filter: value }),
                }))}
              />
              <p className="small t2" role="status">
                {t("admin.hosts_count", { count: hosts.total })}
              </p>
            </div>
            {hosts.items.length === 0 ? (
              <Empty title={t("admin.hosts_none")}>{q === "" && t(`admin.hosts_none_${filter}`)}</Empty>
            ) : (
              <ul className="hosts">
                {hosts.items.map((host) => (
                  <HostRow key={host.host} host={host} />
                ))}
              </ul>
            )}
            <Pager start={start} size={size} total={hosts.total} />
            <div className="admin__two">
              <DecideHost />
              <HostLists />
            </div>
          </div>
        )
      }}
    </SignedInOnly>
  )
}

export const fediversePart = { load, save, Screen: FediversePage }
