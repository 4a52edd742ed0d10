import { useMessages } from "#i18n/messages-context.ts"
import { ArrowUpRight, MapPin } from "#ui/icons.tsx"
import { paths } from "#web/paths.ts"
import { spotText } from "../map/spots.ts"

type PlaceMapProps = { name: string; lat: number; lon: number }

/** Shows where a place is: a picture of the map, which needs no script, and links to other maps. */
export function PlaceMap({ name, lat, lon }: PlaceMapProps) {
  const t = useMessages()
  return (
    <figure className="placemap">
      {/* Each browser fetches only the picture it shows. */}
      {["light", "dark"].map((mode) => (
        <img
          key={mode}
          className={`placemap__${mode}`}
          src={paths.mapPicture(spotText({ lat, lon }), `${t.language}-${mode}`)}
          width={720}
          height={360}
          loading="lazy"
          alt={t("map.of_place", { name })}
        />
      ))}
      <figcaption className="placemap__line small">
        <a className="link" href={`geo:${lat},${lon}`}>
          <MapPin />
          {t("map.in_app")}
        </a>
        <a
          className="link"
          href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`}
          rel="noreferrer"
        >
          {t("map.in_osm")}
          <ArrowUpRight />
        </a>
        <span className="t3">{t("map.credit")}</span>
      </figcaption>
    </figure>
  )
}
