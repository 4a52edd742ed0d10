type PersonElsewhereProps = { by: { name: string; handle: string; url: string } }

/** Somebody on another server: their name, which leads to their page there, and their handle. */
export function PersonElsewhere({ by: { name, handle, url } }: PersonElsewhereProps) {
  return (
    <span className="elsewhere__who">
      <a className="link" href={url} rel="nofollow ugc noopener">
        {name}
      </a>
      <span className="small t2">@{handle}</span>
    </span>
  )
}
