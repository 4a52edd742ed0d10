declare module "virtual:react-router/server-build"

/** The files of messages that each screen starts with (scripts/vite/words.ts). */
declare module "virtual:words-of-screens" {
  export const wordsOfScreens: Record<string, Record<string, string[]>>
}

/** The addresses of the embedded base map (scripts/vite/map-files.ts). */
declare module "virtual:map-files" {
  export const mapFiles: {
    base: string
    towns: Record<"fr" | "en" | "nl", string>
    villages: Record<"fr" | "en" | "nl", string>
  }
}

/** The embedded base map for drawing on the server (scripts/map/drawn.ts); `shapes` and `towns` are JSON. */
declare module "virtual:packed-map" {
  export const points: string
  export const shapes: string
  export const towns: Record<"fr" | "en" | "nl", string>
}

/** Trusted Types (W3C), which TypeScript does not declare; React declares `TrustedHTML`. */
declare var trustedTypes:
  | {
      createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): TrustedHTML }
    }
  | undefined
