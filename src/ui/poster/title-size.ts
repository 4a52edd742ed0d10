/** The class of a page's title: the longer it is, the smaller it is set, so that what follows it is still in sight. */
export function titleSize(title: string): string {
  const length = [...title].length
  if (length > 110) return "d1 d1--longest"
  if (length > 70) return "d1 d1--longer"
  return length > 40 ? "d1 d1--long" : "d1"
}
