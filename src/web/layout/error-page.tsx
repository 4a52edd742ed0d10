export function ErrorPage({ status, detail }: { status: number; detail: string | undefined }) {
  return (
    <main>
      <h1>{status}</h1>
      <p>{detail}</p>
    </main>
  )
}
