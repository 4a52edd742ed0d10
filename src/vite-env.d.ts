declare module "virtual:react-router/server-build"

/** Which files of words each screen begins with (scripts/vite-words.ts). */
declare module "virtual:words-of-screens" {
  export const wordsOfScreens: Record<string, Record<string, string[]>>
}
