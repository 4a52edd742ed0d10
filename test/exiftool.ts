import { spawnSync } from "node:child_process"

/** Whether Debian's `libimage-exiftool-perl` is missing; tests that need it are then skipped, with a warning. */
export const withoutExiftool = spawnSync("exiftool", ["-ver"]).status !== 0
if (withoutExiftool)
  console.warn("exiftool is not here (apt-get install libimage-exiftool-perl): its tests are left out")

/** Tags that reveal the place, the person or the device, in the names of various formats. */
const telling =
  /GPS|Location|Latitude|Longitude|Geo[lt]|City|Country|Serial|Owner|Author|Artist|Creator$|By-?line|Copyright|Person|Contact|Address|Phone|E-?mail|Credit|Make$|Model|Comment|HostComputer|Software/i

/**
 * Returns the tags of all files of a folder that reveal a place, a person or a device: `file: group:tag = value`; none without
 * exiftool, which a warning says.
 */
export function identifyingTags(folder: string): string[] {
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
