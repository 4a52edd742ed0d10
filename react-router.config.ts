import type { Config } from "@react-router/dev/config"
import { join } from "node:path"
import { shortenManifest } from "./scripts/vite/router-manifest.ts"

export default {
  appDirectory: "src",
  // A build is made beside the one that is served (scripts/project.mjs).
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  buildEnd: ({ reactRouterConfig }) => shortenManifest(join(reactRouterConfig.buildDirectory, "client")),
} satisfies Config
