import { spawnSync } from "node:child_process"

/** Is Debian's `libimage-exiftool-perl` here? What needs it says that it was left out. */
export const withoutExiftool = spawnSync("exiftool", ["-ver"]).status !== 0
if (withoutExiftool)
  console.warn("exiftool is not here (apt-get install libimage-exiftool-perl): its tests are left out")

/** What tells where, by whom or with which machine something was made, however a format calls it. */
const telling =
  /GPS|Location|Latitude|Longitude|Geo[lt]|City|Country|Serial|Owner|Author|Artist|Creator$|By-?line|Copyright|Person|Contact|Address|Phone|E-?mail|Credit|Make$|Model|Comment|HostComputer|Software/i

/**
 * The tags of all files of a folder that tell a place, a person or a machine: `file: group:tag = value`; none without
 * exiftool, which is then said.
 */
export function tellingTags(folder: string): string[] {
  if (withoutExiftool) return []
  const { stdout, stderr } = spawnSync("exiftool", ["-json", "-recurse", "-G1", "-a", "-unknown", folder], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
  })
  if (!stdout) throw new Error(`exiftool said nothing: ${stderr}`)
  return (JSON.parse(stdout) as Record<string, unknown>[]).flatMap(({ SourceFile, ...tags }) =>
    Object.entries(tags)
      .filter(
        ([name]) =>
          !/^((System|File|ExifTool|Composite|ICC[^:]*):|MPEG:CopyrightFlag$)/.test(name) && telling.test(name),
      )
      .map(([name, value]) => `${String(SourceFile).split("/").at(-1)}: ${name} = ${String(value).slice(0, 60)}`),
  )
}
