import { type RawBuilder, sql } from "kysely"

/** Selects the data read from a document that is a PDF: a `PdfRow`, or null. */
export const pdfOf = (document: string): RawBuilder<unknown> => sql`
  (select json_build_object('state', p.state, 'pages', p.pages, 'made', p.made, 'width', p.width, 'height', p.height,
    'widths', p.widths) from pdfs p where p.document_id = ${sql.ref(`${document}.id`)})`
