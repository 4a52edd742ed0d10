import { redirect } from "react-router"
import { forms } from "#web/editing/form.ts"

/** Only sending the form signs out; opening the address leads to the home page. */
export const loader = () => redirect("/")
export const clientLoader = () => redirect("/")

const save = forms({
  // Specification §4: signing out clears the user even if the call fails.
  logout: async ({ api, t }) => {
    await api.post("/api/auth/logout/").catch(() => {})
    return { notice: { type: "info", message: t("account.logged_out") }, session: "cleared", to: "/" }
  },
})
export const action = save.server
export const clientAction = save.client

export default function LogoutPage() {
  return null
}
