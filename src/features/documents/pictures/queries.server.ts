import { sql } from "kysely"

/** Selects an image to be shown: a `PictureRow`, or null when there is none that may be shown. */
export const pictureOf = (id: string) => sql`
  (select json_build_object('id', d.id, 'file', d.file, 'width', d.width, 'height', d.height, 'widths', d.widths,
      'alt', d.alt, 'credit', d.credit, 'x', d.focal_x, 'y', d.focal_y)
    from documents d where d.id = ${sql.ref(id)} and d.type = 'Image' and d.visibility <> 'managers')`

/** Selects the images of an event, in order, each as a `PictureRow`. */
export const picturesOfEvent = (event: string) => sql`
  select json_build_object('id', d.id, 'file', d.file, 'width', d.width, 'height', d.height,
      'widths', d.widths, 'alt', coalesce(i.alt, d.alt), 'credit', coalesce(i.credit, d.credit),
      'x', coalesce(i.focal_x, d.focal_x), 'y', coalesce(i.focal_y, d.focal_y))
  from event_images i join documents d on d.id = i.document_id
  where i.event_id = ${sql.ref(event)} and d.visibility <> 'managers' order by i.position`
