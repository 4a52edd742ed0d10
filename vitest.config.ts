import { defineConfig } from "vitest/config"

// Its own file: React Router's Vite plugin must not load in tests.
export default defineConfig({
  test: {
    environment: "node",
    pool: "forks",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.{ts,tsx}", "test/*.test.ts"],
          globalSetup: ["./test/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2, // on two cores Vitest would leave one idle
        },
      },
      {
        extends: true,
        test: {
          name: "product",
          include: ["test/product/**/*.test.ts"],
          globalSetup: ["./test/product/global-setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
