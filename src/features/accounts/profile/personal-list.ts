import { z } from "@hono/zod-openapi"
import { body, conflict, created, done, forbidden, invalid, notFound, ok } from "#http/answers.ts"
import { call, type CallLimit } from "#http/call.ts"
import { shortListPaging } from "#http/input/parameters.ts"
import { idInPath } from "../inputs.ts"

const tags = ["Me"]

type PersonalList<Path extends string, One extends string> = {
  path: Path
  ofOne: One
  name: string
  one: string
  /** Scope a token needs to read the list. */
  scope: "read" | "session"
  limit?: CallLimit
}

/** Describes the calls of one of the viewer's own lists: read, add an item and remove one. */
export function listCalls<
  Path extends string,
  One extends string,
  Item extends z.ZodType,
  Added extends z.ZodType,
  Input extends z.ZodType,
>(of: PersonalList<Path, One> & { item: Item; added: Added; input: Input }) {
  return {
    list: call({
      method: "get",
      path: of.path,
      rights: "user",
      scope: of.scope,
      cache: "personal",
      tags,
      summary: `List the caller's ${of.name}`,
      request: { query: shortListPaging },
      responses: {
        ...ok(z.array(of.item), "The whole list, unless `limit` says otherwise."),
        ...invalid,
        ...forbidden,
      },
    }),
    add: call({
      method: "post",
      path: of.path,
      rights: "user",
      scope: "session",
      cache: "personal",
      ...(of.limit ? { limit: of.limit } : {}),
      tags,
      summary: `Add ${of.one}`,
      request: body(of.input),
      responses: { ...created(of.added, "The added item."), ...invalid, ...forbidden, ...conflict },
    }),
    remove: removalCall(of.ofOne, of.one),
  }
}

/** Describes the call that changes an item of one of the viewer's own lists. */
export function changeCall<Path extends string, Item extends z.ZodType, Input extends z.ZodType>(
  path: Path,
  summary: string,
  { item, input }: { item: Item; input: Input },
) {
  return call({
    method: "patch",
    path,
    rights: "user",
    scope: "session",
    cache: "personal",
    tags,
    summary,
    request: { params: idInPath, ...body(input) },
    responses: { ...ok(item, "The changed item."), ...invalid, ...forbidden, ...notFound },
  })
}

/** Describes the call that removes an item of one of the viewer's own lists. */
export function removalCall<Path extends string>(path: Path, one: string) {
  return call({
    method: "delete",
    path,
    rights: "user",
    scope: "session",
    cache: "personal",
    tags,
    summary: `Remove ${one}`,
    request: { params: idInPath },
    responses: { ...done, ...forbidden, ...notFound, ...conflict },
  })
}
