import { ElsewhereFace } from "./elsewhere-face.tsx"

type PersonElsewhereProps = { by: { name: string; handle: string; url: string; avatar: string | null } }

/** A person on another server: avatar, name with a link to their page there, and handle. */
export function PersonElsewhere({ by: { name, handle, url, avatar } }: PersonElsewhereProps) {
  return (
    <span className="elsewhere__who">
      <ElsewhereFace avatar={avatar} />
      <a className="link" href={url} rel="nofollow ugc noopener">
        {name}
      </a>
      <span className="small t2">@{handle}</span>
    </span>
  )
}
