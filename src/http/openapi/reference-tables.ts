import { html, raw } from "hono/html"

/** The parts of an OpenAPI schema that the reference shows. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | false
  anyOf?: Schema[]
  allOf?: Schema[]
  description?: string
  default?: unknown
  example?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}
export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema }

/**
 * Draws the table of the fields of a request or an answer, nested ones by their full path: `location.street`,
 * `occurrences[].start`. In a request it marks required fields, in an answer those that may be missing.
 */
export function fieldsTable(schema: Schema, way: "sent" | "answered") {
  return table(
    ["Field", "Type", "Meaning"],
    rowsOf(schema, "").map(({ field, one, isRequired }) => [
      html`<code>${field}</code>`,
      html`${typeOf(one)}${mark(way === "sent" ? isRequired && "required" : !isRequired && "may be missing")}`,
      inlineCode(meaningOf(one)),
    ]),
  )
}

function table(heads: string[], rows: Words[][]) {
  return html`<table>
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`
}

type Row = { field: string; one: Schema; isRequired: boolean }

function rowsOf({ properties = {}, required = [] }: Schema, before: string): Row[] {
  return Object.entries(properties).flatMap(([name, one]) => [
    { field: before + name, one, isRequired: required.includes(name) },
    ...inside(one, before + name),
  ])
}

/** Lists the rows of a field's content: of an object, of a list's items, or of each alternative. */
function inside(schema: Schema, name: string): Row[] {
  if (schema.items) return inside(schema.items, `${name}[]`)
  if (schema.properties) return rowsOf(schema, `${name}.`)
  return (schema.anyOf ?? []).flatMap((one) => inside(one, name))
}

/** Draws the table of a call's parameters: location, type and meaning. */
export function parametersTable(parameters: Parameter[] | undefined) {
  if (!parameters?.length) return ""
  return table(
    ["Parameter", "In", "Type", "Meaning"],
    parameters.map(({ name, in: where, required, description, schema }) => [
      html`<code>${name}</code>`,
      where,
      html`${typeOf(schema)}${mark(required && "required")}`,
      inlineCode(meaningOf({ ...schema, ...(description ? { description } : {}) })),
    ]),
  )
}

function mark(words: string | false | undefined) {
  return words ? `, ${words}` : ""
}

/** Describes a schema in sentences: meaning, bounds, default and example. */
function meaningOf(schema: Schema): string {
  // A reference with a description of its own is written as an `allOf`.
  const said = schema.description ?? schema.allOf?.find(({ description }) => description)?.description
  return [
    said && (/[.!?]$/.test(said) ? said : `${said}.`),
    boundsOf(schema),
    schema.default === undefined ? "" : `Default: ${String(schema.default)}.`,
    schema.example === undefined ? "" : `Example: ${String(schema.example)}`,
  ]
    .filter(Boolean)
    .join(" ")
}

/** Describes the bounds of a value; those that every number or list has are left out. */
function boundsOf({ minimum, maximum, minLength = 0, maxLength, minItems = 0, maxItems }: Schema): string {
  if (maxLength !== undefined) return `${range(minLength, maxLength)} characters.`
  if (maxItems !== undefined) return `${range(minItems, maxItems)} items.`
  if (maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER) return minimum ? `At least ${minimum}.` : ""
  return minimum === undefined ? `At most ${maximum}.` : `${minimum} to ${maximum}.`
}

function range(least: number, most: number) {
  if (least === most) return String(most)
  return least > 1 ? `${least} to ${most}` : `At most ${most}`
}

/** Renders a sentence, with the words between backticks as code. */
export function inlineCode(text = "") {
  return html`${text.split("`").map((part, at) => (at % 2 ? html`<code>${part}</code>` : part))}`
}

type Words = ReturnType<typeof html> | string

/** Renders the type of a schema in words; a named schema becomes a link. */
export function typeOf(schema: Schema | undefined): Words {
  if (!schema) return ""
  const mayBeNull = Array.isArray(schema.type) && schema.type.includes("null") && !schema.enum
  return mayBeNull ? html`${kindOf(schema)} or null` : kindOf(schema)
}

function kindOf(schema: Schema): Words {
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1) ?? ""
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (schema.enum) return schema.enum.map(String).join(" | ")
  if (schema.items) return html`list of ${typeOf(schema.items)}`
  if (schema.anyOf) return between(schema.anyOf, " or ")
  if (schema.additionalProperties) return html`object of ${typeOf(schema.additionalProperties)}`
  // A named schema with a description of its own is an `allOf` of the two.
  if (schema.allOf)
    return between(
      schema.allOf.filter((one) => one.$ref ?? one.type),
      " and ",
    )
  const { type = "object" } = schema
  return Array.isArray(type) ? type.filter((kind) => kind !== "null").join(" or ") : type
}

function between(schemas: Schema[], word: string) {
  return html`${schemas.map((one, at) => html`${raw(at > 0 ? word : "")}${typeOf(one)}`)}`
}
