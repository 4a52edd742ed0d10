/**
 * Returns the class of a page's title: the longer it is, the smaller it is set, so that the content after it stays in sight. A
 * word too wide for a line on a phone counts for more than its length, so that it is hyphenated only when unavoidable.
 */
export function titleSize(title: string): string {
  const widest = Math.max(0, ...title.split(/[\s-]+/).map((word) => [...word].length))
  const length = Math.max([...title].length, widest > 16 ? widest * 3.5 : 0)
  if (length > 110) return "d1 d1--longest"
  if (length > 70) return "d1 d1--longer"
  return length > 40 ? "d1 d1--long" : "d1"
}
