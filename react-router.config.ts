import type { Config } from "@react-router/dev/config"

export default {
  appDirectory: "src",
  // A build is made beside the one that is served (scripts/project.mjs).
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  ssr: true,
  routeDiscovery: { mode: "initial" },
} satisfies Config
