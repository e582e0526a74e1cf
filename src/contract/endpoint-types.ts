import type { RoleRow } from './accounts/roles/schema';
import type { User, UserInput } from './accounts/users/schema';
import type { actionsByDomain } from './actions';
import type { ProductDetails } from './catalogue/products/details';
import type { ProductStatus } from './catalogue/products/moderation';
import type { Product, ProductInput } from './catalogue/products/schema';
import type { Action, Download, Fields, Method, SentInput, WithVersion } from './core/action';
import type { BulkAnswer, BulkSetPreview, BulkTarget, BulkUses, RowUses } from './core/bulk';
import type { BaseRow, Resource } from './core/define';
import type { Page } from './core/paging';
import type { resources } from './index';
import type { WithdrawDetails } from './ledger/withdraws/schema';
import type { StatusChange } from './orders/actions';
import type { OrderDetails } from './orders/wire';
import type { WithFloors } from './promotions/actions';
import type { FlashSaleRequest, FlashSaleRequestInput } from './promotions/flash-sale/schema';
import type { Refund, RefundDetails, requestRefundSchema } from './refunds/schema';

/** What a request sends and what it is answered, looked up by method and address in the declared actions and families. */

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

declare const takes: unique symbol;

/** An endpoint that is written to: its body and its answer. Any other takes no body. */
interface Takes<Body, Answer> {
  [takes]: [Body, Answer];
}

/** Method and address of an action, `PUT orders/:/parcel`. */
type KeyOf<At> = At extends `PUT, PATCH ${infer Path}`
  ? `${'PUT' | 'PATCH'} ${Route<Path>}`
  : At extends `${infer Verb extends Method} ${infer Path}`
    ? `${Verb} ${Route<Path>}`
    : never;

type EntryOf<Declared> =
  Declared extends Action<infer _At, infer _Who, infer _Schema, infer Sends, infer Answer>
    ? [Sends] extends [undefined]
      ? Answer
      : Takes<Sends, Answer>
    : never;

type Declared = {
  [Domain in keyof typeof actionsByDomain]: (typeof actionsByDomain)[Domain][keyof (typeof actionsByDomain)[Domain]];
}[keyof typeof actionsByDomain];

type OwnRoutes = { [One in Declared as KeyOf<One['at']>]: EntryOf<One> } & RowsWithMore & AnyFamily;

type Families = (typeof resources)[keyof typeof resources];
type RowOfFamily<Family> = Family extends Resource<infer Row, infer _Input, string> ? Row : never;
type InputOfFamily<Family> = Family extends Resource<infer _Row, infer Body, string> ? Body : never;

interface InLanguage {
  language?: string | undefined;
}

/** What is created, and a change: any of its fields. */
type NewRow<Family> = Takes<Fields<InputOfFamily<Family>> & InLanguage, RowOfFamily<Family>>;
type Change<Family> = Takes<Fields<InputOfFamily<Family>> & WithVersion & InLanguage, RowOfFamily<Family>>;

type FamilyRoutes = {
  [Family in Families as `GET ${Family['endpoint']}`]: Page<RowOfFamily<Family>>;
} & { [Family in Families as `POST ${Family['endpoint']}`]: NewRow<Family> } & {
  [Family in Families as `GET ${Family['endpoint']}/:`]: RowOfFamily<Family>;
} & { [Family in Families as `${'PUT' | 'PATCH'} ${Family['endpoint']}/:`]: Change<Family> } & {
  [Family in Families as `DELETE ${Family['endpoint']}/:`]: unknown;
};

/** A row of any family, whose fields only its declaration knows. */
export type AnyRow = BaseRow & Record<string, unknown>;

/** `quantity_was`: the stock that the person saw. */
type ProductChange = Fields<ProductInput> &
  WithVersion &
  InLanguage & { status?: ProductStatus; quantity_was?: number | null };

/** Rows of families that have more than the row of their list, and families outside of the registry. */
interface RowsWithMore {
  'PUT users/:': Takes<Fields<UserInput> & WithVersion & { address?: readonly object[] }, User>;
  'GET roles': Page<RoleRow>;
  'GET products/:': ProductDetails;
  'PUT products/:': Takes<ProductChange, Product>;
  'GET vendor-requests-for-flash-sale': Page<FlashSaleRequest>;
  'POST vendor-requests-for-flash-sale': Takes<WithFloors<FlashSaleRequestInput>, FlashSaleRequest>;
  'DELETE vendor-requests-for-flash-sale/:': unknown;
  'GET orders/:': OrderDetails;
  'PUT orders/:': Takes<StatusChange & WithVersion, OrderDetails>;
  'POST refunds': Takes<SentInput<typeof requestRefundSchema>, Refund>;
  'GET refunds/:': RefundDetails;
  'GET withdraws/:': WithdrawDetails;
}

type BulkSet = BulkTarget & { key: string; value: string | boolean };

/** What the engine serves of every family. */
interface AnyFamily {
  'GET :/counts': Record<string, number>;
  'GET :/export': Download;
  'GET :/:': AnyRow;
  'PUT :/:': Takes<Record<string, unknown>, AnyRow>;
  'PATCH :/:': Takes<Record<string, unknown>, AnyRow>;
  'DELETE :/:': unknown;
  'GET :/:/uses': RowUses;
  'POST :/:/restore': unknown;
  'POST :/bulk/remove': Takes<BulkTarget, BulkAnswer>;
  'POST :/bulk/uses': Takes<BulkTarget, BulkUses>;
  'POST :/bulk/set': Takes<BulkSet, BulkAnswer>;
  'POST :/bulk/set/preview': Takes<BulkSet, BulkSetPreview>;
  'POST :/bulk/:/undo': Pick<BulkAnswer, 'done' | 'refused'>;
  'POST products/bulk/:/undo': Pick<BulkAnswer, 'done' | 'refused'>;
  'POST reviews/:/restore': unknown;
  'POST questions/:/restore': unknown;
}

/** The entry in a tuple, so that `unknown` differs from a missing endpoint. Our own comes first. */
type EntryAt<Asked extends Method, At> = At extends string
  ? `${Asked} ${At}` extends keyof OwnRoutes
    ? [OwnRoutes[`${Asked} ${At}`]]
    : `${Asked} ${At}` extends keyof FamilyRoutes
      ? [FamilyRoutes[`${Asked} ${At}`]]
      : never
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

type RoutesWith<Asked extends Method> = keyof OwnRoutes | keyof FamilyRoutes extends infer Key
  ? Key extends `${Asked} ${infer Path}`
    ? Path
    : never
  : never;

/** Read in the compiler's error. A list of addresses would accept every part below one that ends with a key. */
type Unknown = 'no actions.ts of src/contract has such an endpoint';

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
