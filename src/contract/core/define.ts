import type { InferType, ObjectSchema, Schema } from 'yup';
import type { Domain } from '../domains';
import type { Allow, Role, StaffScope } from './permissions';

/** Dialogs that confirm an inline toggle of a list (`Column.ask`). */
export type ApprovalDialog = 'TERM_APPROVE_VIEW' | 'TERM_DISAPPROVE_VIEW';

/** Fields of every row on the wire. Times are ISO 8601 in UTC. */
export interface BaseRow {
  id: number;
  /** Row version: an edit sends the version it was based on; a stale one is refused with CONFLICT. */
  version: number;
  created_at: string;
  updated_at: string;
  language?: string;
  /** Key in addresses on a server that does not know the row by its id. */
  address_key?: string;
  /** Languages that the row is translated to, the default one first. Translatable families only. */
  translated_languages?: string[];
  /**
   * The texts of the requested language as they are stored, without the originals that fill in for missing ones. In a
   * single row of a language other than the default one, for people who may change the family.
   */
  translation?: Record<string, unknown>;
}

export interface Attachment {
  id: number;
  original: string;
  thumbnail: string;
  file_name?: string;
  /** What must stay visible when it is cropped, in per cent from its left and top; its middle without one. */
  focus?: { x: number; y: number } | null;
}

export type CellKind =
  | 'id'
  | 'title'
  | 'text'
  | 'number'
  | 'money'
  | 'badge'
  | 'switch'
  | 'date'
  | 'datetime'
  | 'relative'
  | 'chips'
  | 'icon'
  | 'colour'
  | 'link'
  | 'related';

/** A related record embedded in a row, with the few fields that lists show. */
export interface Stub {
  id: number;
  name: string;
  slug: string | null;
}

export interface Column<Row> {
  /** Key of the row. Heading: `<domain>:<family>.fields.<key>`, else `common:fields.<key>`. */
  key: keyof Row & string;
  kind: CellKind;
  /** The header sorts, and `orderBy` accepts the key. */
  sort?: boolean;
  /** Secondary line of a `title` cell. */
  note?: (row: Row, language: string) => string | null | undefined;
  /** The note is the value of a formatted field. */
  isNoteFormatted?: boolean;
  /** Replaces `row[key]` as the shown value. */
  value?: (row: Row) => unknown;
  /** For `badge`: tone of each value. Label: `<domain>:<family>.options.<key>.<value>`. */
  tones?: Record<string, Tone>;
  /** For `badge`: values of most rows, shown as plain text in a list. */
  usual?: readonly string[];
  /** For `switch`: who may toggle it; others see a badge. */
  by?: readonly Role[];
  /** For `switch`: dialogs that confirm the toggle and carry it out. */
  ask?: { on: ApprovalDialog; off: ApprovalDialog };
  /** Hidden until the column chooser shows it. */
  hidden?: boolean;
  /** In a narrow window its value moves below the value of this column. */
  under?: keyof Row & string;
  /** A narrow window leaves it out. */
  spare?: boolean;
}

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

export type FieldKind =
  | 'text'
  | 'textarea'
  /** HTML with the editor's tags, or a text without one (`richText`); a textarea is as plain as it was typed. */
  | 'formatted'
  | 'number'
  | 'money'
  | 'switch'
  | 'date'
  | 'select'
  | 'relation'
  | 'image'
  | 'slug'
  | 'icon'
  | 'datetime'
  | 'radio'
  | 'colour'
  | 'images'
  | 'items';

/** How records of another family are searched. */
export interface Relation {
  endpoint: string;
  /** What a record is called by, and what is searched; `name` unless stated. */
  labelKey?: string;
  searchKey?: string;
  /** Additional search pairs. */
  scope?: Record<string, string>;
}

/** A form field. Label and hint by convention: `<domain>:<family>.fields.<key>` and `….hints.<key>`. */
export interface FormField<Input> {
  key: keyof Input & string;
  kind: FieldKind;
  /** Left column holds the content, right column the settings. */
  side?: boolean;
  required?: boolean;
  /** For `select` and `radio`: values. Label: `<domain>:<family>.options.<key>.<value>`. */
  options?: readonly string[];
  /** For `relation`: the family to search, and the row's key of the chosen record when it differs from the field's. */
  relation?: Relation & { multiple?: boolean; stub?: string };
  /** For `image`: screens crop it, so the person points at what stays visible (`coverPicture`). */
  isCropped?: boolean;
  /** For `items`: fields of each item. Label: `<domain>:<family>.fields.<key>-<item key>`. */
  // biome-ignore lint/suspicious/noExplicitAny: the items of different families have nothing in common
  items?: readonly FormField<any>[];
  /** Condition on the form's values; a hidden field is not sent. */
  when?: (input: Partial<Input>) => boolean;
  /** For `slug`: the field that it follows until it is edited. */
  from?: keyof Input & string;
  unit?: 'cm' | 'kg' | 'km' | 'percent';
  rows?: number;
}

export interface Filter {
  /** Key of the search string (`search`) or query parameter (`param`). */
  key: string;
  via: 'search' | 'param';
  /** For `range` and `days`, which hold the lower bound: the `bound` filter with the upper one. */
  kind: 'select' | 'switch' | 'related' | 'range' | 'days' | 'bound';
  options?: readonly string[];
  /** For `related`: the family to choose from; the value is a slug, or an id where the family has none. */
  relation?: Relation;
  /** For `related`: the filter that limits these records; a change of it clears this one. */
  within?: string;
  upTo?: string;
  /** A `search` filter that the shop's list shows, too. */
  inShop?: boolean;
}

/** The dialect's own endpoint of a filtered list. */
export interface OwnList {
  endpoint: string;
  query?: Record<string, string>;
  /** It returns less than the filtered list: only for servers without our filters. */
  isLesser?: true;
}

export type SearchOperator = 'like' | 'eq' | 'in';

export type Screen = 'list' | 'create' | 'edit' | 'translate' | 'details';

export type ResourceAction = 'list' | 'read' | 'create' | 'update' | 'remove';

/** A family, declared once. List, form, details, delete dialog, API routes and permission checks follow from it. */
export interface Resource<
  Row extends BaseRow = BaseRow,
  Input extends object = object,
  Endpoint extends string = string,
> {
  /** Also the name of folder, route segment, query key, table (underscored), translation prefix and test sample. */
  name: string;
  /** The folder of the declaration, and the dictionary with the family's texts. */
  domain: Domain;
  /** Path under the API base; the name unless stated. */
  endpoint: Endpoint;
  /**
   * A list requested without `page` and `limit` is a plain array of all rows; `others`: for other clients already without
   * `page`, of `limit` rows.
   */
  bareList?: true | 'others';
  /** Bytes of the largest row that a form sends; 256 kB unless stated. */
  maxBody?: number;
  /** Method of our client; the server accepts both. */
  updateMethod: 'PUT' | 'PATCH';
  /** Loaded with the form, so that a list page ships no validation code. */
  schema: () => Promise<ObjectSchema<Input>>;
  allow: Record<ResourceAction, Allow>;
  /** Scope of staff rights that the family belongs to; staff without it cannot read its files. */
  scope?: StaffScope;
  /** Key in addresses: slug, code or id. */
  identity: 'id' | 'slug' | 'code';
  titleOf: (row: Row) => string;
  columns: Column<Row>[];
  fields: FormField<Input>[];
  filters: Filter[];
  /**
   * Tabs of the list by key, with the search pairs that their rows match; the first has none. `GET <endpoint>/counts`
   * counts each. Label: `<domain>:<family>.tabs.<key>`.
   */
  tabs?: Record<string, Record<string, string>>;
  /** Searchable keys and how they match; the search box uses the first. */
  search: Record<string, SearchOperator>;
  defaultSort: { orderBy: string; sortedBy: 'asc' | 'desc' };
  pageSize: number;
  translatable: (keyof Input & string)[];
  slugFrom?: keyof Input & string;
  /** Screen after a successful save. */
  after: { create: 'list' | 'edit'; update: 'list' | 'edit' | 'stay' };
  /** Values of a new row's form that are not empty, or have no field. */
  initial: Partial<Input>;
  /**
   * Rows of the demo, as the form sends them, with their English texts. A family without related records needs no other
   * demo: the rows of a large marketplace and the sample of the tests are made of them. The list ships them, so few.
   */
  seed?: readonly (Partial<Input> & { english?: Partial<Input> })[];
  /** Screen that a row's title opens for users who may edit; the form by default. */
  opens?: 'details';
  /** A filtered list with its own address and texts (`<domain>:<family>.<name>`). */
  only?: { name: string; path: string; scope: Record<string, string>; list?: OwnList };
}

/** The input that a schema beside the declaration accepts. */
export type InputOf<Load extends () => Promise<Schema>> = InferType<Awaited<ReturnType<Load>>>;

/**
 * A family of any kind. Column and field keys depend on the row's type, so no single `Resource<…>` is a supertype of all
 * and `any` is needed.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyResource<Endpoint extends string = string> = Resource<any, any, Endpoint>;

const usual = {
  updateMethod: 'PUT',
  identity: 'id',
  filters: [],
  defaultSort: { orderBy: 'created_at', sortedBy: 'desc' },
  pageSize: 20,
  translatable: [],
  after: { create: 'list', update: 'edit' },
  initial: {},
} satisfies Partial<AnyResource>;

type Declared<Row extends BaseRow, Input extends object, Endpoint extends string> = Omit<
  Resource<Row, Input, Endpoint>,
  keyof typeof usual | 'name' | 'endpoint'
> &
  Partial<Pick<Resource<Row, Input, Endpoint>, keyof typeof usual>> &
  ({ name: Endpoint; endpoint?: undefined } | { name: string; endpoint: Endpoint });

/**
 * What most families have in common need not be declared: `usual`. The endpoint is a part of the type:
 * `contract/endpoint-types.ts` finds the row by it.
 */
export function defineResource<Row extends BaseRow, Input extends object, Endpoint extends string>(
  declared: Declared<Row, Input, Endpoint>,
): Resource<Row, Input, Endpoint> {
  return { ...usual, ...declared, endpoint: declared.endpoint ?? (declared.name as Endpoint) };
}

/** Filters by business days, both included, for a family with the search keys `<key>_from` and `<key>_to`. */
export function dayFilters(key: string): Filter[] {
  return [
    { key: `${key}_from`, via: 'search', kind: 'days', upTo: `${key}_to`, inShop: true },
    { key: `${key}_to`, via: 'search', kind: 'bound', inShop: true },
  ];
}

/** Addresses of a family's screens, without base path and language. */
export function familyPaths(resource: AnyResource, shop?: string) {
  const base = shop ? `/${encodeURIComponent(shop)}/${resource.name}` : `/${resource.name}`;
  const details = (key: string | number) => `${base}/${encodeURIComponent(String(key))}`;
  return {
    list: resource.only ? `${shop ? `/${encodeURIComponent(shop)}` : ''}${resource.only.path}` : base,
    create: `${base}/create`,
    edit: (key: string | number) => `${details(key)}/edit`,
    translate: (key: string | number) => `${details(key)}/translate`,
    details,
  };
}

/** Unique name of a list: `products`, `products.draft`. */
export function uniqueListName({ name, only }: Pick<AnyResource, 'name' | 'only'>): string {
  return only ? `${name}.${only.name}` : name;
}

/** Value of a row's identity in addresses. */
export function addressKey(resource: AnyResource, row: BaseRow): string | number {
  return row.address_key ?? (row as BaseRow & Record<string, string>)[resource.identity] ?? row.id;
}
