declare module "virtual:react-router/server-build"

/** Which files of words each screen begins with (scripts/vite-words.ts). */
declare module "virtual:words-of-screens" {
  export const wordsOfScreens: Record<string, Record<string, string[]>>
}

/** The addresses of the embedded base map (scripts/vite-map.ts). */
declare module "virtual:map-files" {
  export const mapFiles: {
    base: string
    towns: Record<"fr" | "en" | "nl", string>
    villages: Record<"fr" | "en" | "nl", string>
  }
}

/** The embedded base map as the server draws from it (scripts/map/drawn.ts); `shapes` and `towns` are JSON. */
declare module "virtual:packed-map" {
  export const points: string
  export const shapes: string
  export const towns: Record<"fr" | "en" | "nl", string>
}

/** Trusted Types (W3C), which TypeScript does not describe; React describes `TrustedHTML`. */
declare var trustedTypes:
  | {
      createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): TrustedHTML }
    }
  | undefined
