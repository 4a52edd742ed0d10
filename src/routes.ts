import { index, type RouteConfig, route } from "@react-router/dev/routes"

// Each answers at /x, /fr/x, /en/x and /nl/x: the prefix is a basename, see app.ts.
export default [
  index("features/events/pages/home.tsx"),
  route("events", "features/events/pages/list.tsx"),
  route("events/:id", "features/events/pages/show.tsx"),
  route("actors", "features/actors/pages/list.tsx"),
  route("actors/:fid", "features/actors/pages/show.tsx"),
  route("about", "features/site/pages/about.tsx"),
  route("server", "features/site/pages/server.tsx"),
  route("menu", "features/site/pages/menu.tsx"),
  route("login", "features/accounts/pages/login.tsx"),
  route("register", "features/accounts/pages/register.tsx"),
  route("password/reset", "features/accounts/pages/reset.tsx"),
  route("verify", "features/accounts/pages/verify.tsx"),
  route("me", "features/accounts/pages/profile.tsx"),
  route("me/emails", "features/accounts/pages/emails.tsx"),
  route("me/places", "features/accounts/pages/places.tsx"),
  route("me/fediverse", "features/accounts/pages/fediverse.tsx"),
  route("me/account", "features/accounts/pages/account.tsx"),
  route("logout", "features/accounts/pages/logout.tsx"),
  ...(process.env.NODE_ENV === "production" ? [] : [route("ui", "features/site/pages/kit.tsx")]),
  route("*", "features/site/pages/not-found.tsx"),
] satisfies RouteConfig
