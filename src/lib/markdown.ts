// Rich texts are HTML. Where there is no script they are written as Markdown, which only travels between a form and us.

/** Markdown as HTML; whoever keeps it sanitises it, since Markdown may hold any HTML. */
export async function htmlOfMarkdown(markdown: string): Promise<string> {
  // Read only where somebody wrote without script, or before it arrived.
  const { marked } = await import("marked")
  return (await marked.parse(markdown.replaceAll("\r\n", "\n"), { gfm: true, breaks: true })).trim()
}
