import type { Page } from './core/paging';
import type { Download, Endpoints, FamilyEndpoints, Method, Takes } from './endpoints';

/** What a request sends and what it is answered, looked up in the map of the endpoints. */

/** An address with `:` for every part that is known at run time only. */
type Route<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? `${PartOf<Part>}/${Route<Rest>}`
  : PartOf<Path>;

/** A text of any value is a key of every record, a literal is not. */
type PartOf<Part extends string> =
  Record<never, never> extends Record<Part, true>
    ? ':'
    : Part extends `:${string}` | `${number}`
      ? ':'
      : Part;

type OwnRoutes = { [Address in keyof Endpoints as Route<Address>]: Endpoints[Address] };

/** `Entry` when the endpoint has the method, in a tuple, so that `unknown` differs from a missing endpoint. */
type EntryIn<Known, At, Asked extends Method> = At extends keyof Known
  ? Known[At] extends Record<Asked, infer Entry>
    ? [Entry]
    : never
  : never;

/** Our own entry comes first. */
type EntryAt<Asked extends Method, At> = At extends string
  ? [EntryIn<OwnRoutes, At, Asked>] extends [never]
    ? EntryIn<FamilyEndpoints, At, Asked>
    : EntryIn<OwnRoutes, At, Asked>
  : never;

type AnswerIn<Entry> = Entry extends [Takes<infer _Body, infer Answer>]
  ? Answer
  : Entry extends [infer Answer]
    ? Answer
    : never;

/** What a request with this method answers at an address. */
export type AnswerTo<Asked extends Method, Path extends string> = AnswerIn<EntryAt<Asked, Route<Path>>>;

type NoBody = Record<string, never>;

type SentIn<Entry, Rest extends unknown[]> = Entry extends [Takes<infer Body, infer _Answer>]
  ? [body: Body, ...Rest]
  : [body?: NoBody | undefined, ...Rest];

/** The arguments of a request with this method: its body, and `Rest`. */
export type SentBody<Asked extends Method, Path extends string, Rest extends unknown[]> = SentIn<
  EntryAt<Asked, Route<Path>>,
  Rest
>;

export type BodyOf<Asked extends Method, Path extends string> = SentBody<Asked, Path, []>[0];

type RoutesWith<Asked extends Method> = {
  [At in keyof OwnRoutes | keyof FamilyEndpoints]: [EntryAt<Asked, At>] extends [never] ? never : At;
}[keyof OwnRoutes | keyof FamilyEndpoints];

/** Read in the compiler's error. A list of addresses would accept every part below one that ends with a key. */
type Unknown = 'contract/endpoints.ts has no such endpoint';

/** The address itself when an endpoint has it with this method. */
export type KnownPath<Asked extends Method, Path extends string> =
  Route<Path> extends RoutesWith<Asked> ? Path : Unknown;

/** The same for the list of a row. */
export type KnownOne<Path extends string> = Route<`${Path}/:`> extends RoutesWith<'GET'> ? Path : Unknown;

/** The same for a list, paged or not. */
export type KnownList<Path extends string> = [RowIn<AnswerTo<'GET', Path>>] extends [never] ? Unknown : Path;

/** The same for a file. */
export type KnownFile<Path extends string> = [AnswerTo<'GET', Path>] extends [Download]
  ? KnownPath<'GET', Path>
  : Unknown;

/** A row of a list's answer. */
export type RowIn<Answer> = Answer extends Page<infer Row> | readonly (infer Row)[] ? Row : never;
