/**
 * The class of large type that holds a word so long (letters) that a phone may have to part it. It is asked for only there:
 * reading its dictionary cost the first layout of home 98 → 15 ms, on a slow phone four times that, though nothing on it
 * was parted.
 */
export function hyphenation(text: string): "hyphenates" | undefined {
  return /[\p{L}\p{M}]{18}/u.test(text) ? "hyphenates" : undefined
}
