import type { ObjectSchema } from 'yup';
import type { ApprovalDialog } from './dialogs';
import type { Allow, Role, StaffScope } from './permissions';

/** What every row of every family carries on the wire. Times are ISO 8601 in UTC. */
export interface BaseRow {
  id: number;
  /** Row version: an edit carries the one it saw, a stale one is answered with CONFLICT (design §5). */
  version: number;
  created_at: string;
  updated_at: string;
  language?: string;
  /** Languages the row is written in, the default one first. Present on translatable families. */
  translated_languages?: string[];
}

/** An uploaded file (reference entities E01). */
export interface Attachment {
  id: number;
  original: string;
  thumbnail: string;
  file_name?: string;
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

/** A related record as it goes along with a row (reference entities §0, "relation stub"). */
export interface Stub {
  id: number;
  name: string;
  slug: string | null;
}

export interface Column<Row> {
  /** Key of the row; its heading is `resources:<family>.fields.<key>`, else `common:fields.<key>`. */
  key: keyof Row & string;
  kind: CellKind;
  /** True when the header sorts; the key is then allowed as `orderBy`. */
  sort?: boolean;
  /** Second, grey line of a `title` cell. */
  note?: (row: Row, language: string) => string | null | undefined;
  /** Computes what is shown when it is not simply `row[key]`. */
  value?: (row: Row) => unknown;
  /** For `badge`: tone of each value. Its word is `resources:<family>.options.<key>.<value>`. */
  tones?: Record<string, Tone>;
  /** For `switch`: who moves the lever; anybody else sees its word as a badge. */
  by?: readonly Role[];
  /** For `switch`: dialogs that ask, and do it, before the lever moves. They are given the row's id and title. */
  ask?: { on: ApprovalDialog; off: ApprovalDialog };
  /** Hidden until the column chooser shows it. */
  hidden?: boolean;
}

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

export type FieldKind =
  | 'text'
  | 'textarea'
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

/** Where records of another family are searched. */
export interface Relation {
  endpoint: string;
  labelKey: string;
  searchKey: string;
  /** Search pairs that the records must match, too. */
  scope?: Record<string, string>;
}

/** A form field. Label, hint and placeholder are found by convention: `resources:<family>.fields.<key>`, `….hints.<key>`. */
export interface FormField<Input> {
  key: keyof Input & string;
  kind: FieldKind;
  /** Left column holds the content, right column the settings. */
  side?: boolean;
  required?: boolean;
  /** For `select` and `radio`: the values, labelled `resources:<family>.options.<key>.<value>`. */
  options?: readonly string[];
  /** For `relation`: where to search, and the key of the row that carries the chosen record when it is not the field's own. */
  relation?: Relation & { multiple?: boolean; stub?: string };
  /** For `items`, rows of fields of their own: labelled `resources:<family>.fields.<key>-<item key>`. */
  // biome-ignore lint/suspicious/noExplicitAny: the items of different families have nothing in common
  items?: readonly FormField<any>[];
  /** Shown only while this holds of what stands in the form; what is hidden is not sent. */
  when?: (input: Partial<Input>) => boolean;
  /** For `slug`: the field it is made from while nobody has edited it. */
  from?: keyof Input & string;
  /** Unit shown after a number: centimetres, kilograms, per cent. */
  unit?: 'cm' | 'kg' | 'km' | 'percent';
  rows?: number;
}

export interface Filter {
  /** Key in the search string (`search`) or the name of a query parameter (`param`). */
  key: string;
  via: 'search' | 'param';
  /** A `range` or `days` holds its lower bound; the upper one stands in the filter that `upTo` names, of the kind `bound`. */
  kind: 'select' | 'switch' | 'related' | 'range' | 'days' | 'bound';
  options?: readonly string[];
  /** For `related`: the records to choose from; the filter's value is the slug of one, or its id where it has none. */
  relation?: Relation;
  /** For `related`: the filter that narrows these records to those of its own; another choice there drops this one. */
  within?: string;
  upTo?: string;
  /** Of the search, and yet shown in a shop's twin. */
  inShop?: boolean;
}

export type SearchOperator = 'like' | 'eq' | 'in';

export type Screen = 'list' | 'create' | 'edit' | 'translate' | 'details';

export type ResourceAction = 'list' | 'read' | 'create' | 'update' | 'remove';

/**
 * A family, declared once (style §4). List, form, details, delete dialog, API routes and permission checks follow from it.
 */
export interface Resource<Row extends BaseRow = BaseRow, Input extends object = object> {
  /** One name everywhere: folder, route segment, query key, table (underscored), translation prefix, test sample. */
  name: string;
  /** Path under the API base. */
  endpoint: string;
  /** Asked without `page` and `limit`, the list is a plain array of all rows (reference endpoints §8, §11). */
  bareList?: true;
  /** What our client sends on update; the server takes both. */
  updateMethod: 'PUT' | 'PATCH';
  /** Loaded with the form only: a list page carries no validation code. */
  schema: () => Promise<ObjectSchema<Input>>;
  allow: Record<ResourceAction, Allow>;
  /** The part of a shop's work that the family belongs to: staff without it are handed no file of it. */
  scope?: StaffScope;
  /** Key in addresses: slug or code where the family has one, else id. */
  identity: 'id' | 'slug' | 'code';
  titleOf: (row: Row) => string;
  columns: Column<Row>[];
  fields: FormField<Input>[];
  filters: Filter[];
  /** Searchable keys and how they match; the first is what the search box asks. */
  search: Record<string, SearchOperator>;
  defaultSort: { orderBy: string; sortedBy: 'asc' | 'desc' };
  /** Rows per page on the list screen. */
  pageSize: number;
  /** Fields that have a text per language; empty when the family is not translated. */
  translatable: (keyof Input & string)[];
  /** Field the slug is made from. */
  slugFrom?: keyof Input & string;
  /** Where the browser goes after a successful save (specification §2). */
  after: { create: 'list' | 'edit'; update: 'list' | 'edit' | 'stay' };
  /** Values of an empty create form. */
  initial: Partial<Input>;
  /** What a row's title opens for who may edit: the form, unless it says otherwise. */
  opens?: 'details';
  /** A list of some of the family's rows, at an address of its own and with words of its own (`resources:<family>.<name>`). */
  only?: { name: string; path: string; scope: Record<string, string> };
}

/**
 * Any family, when the code does not care which. Column and field keys are functions of the row's type, so no
 * single `Resource<…>` is a supertype of all: the one place where `any` is right.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyResource = Resource<any, any>;

export function defineResource<Row extends BaseRow, Input extends object>(
  resource: Resource<Row, Input>,
): Resource<Row, Input> {
  return resource;
}

/** The two filters by business days of a family whose search knows `<key>_from` and `<key>_to`, both included. */
export function dayFilters(key: string): Filter[] {
  return [
    { key: `${key}_from`, via: 'search', kind: 'days', upTo: `${key}_to`, inShop: true },
    { key: `${key}_to`, via: 'search', kind: 'bound', inShop: true },
  ];
}

/** Relative addresses of a family's screens, without base path and language. */
export function pathOf(resource: AnyResource, shop?: string) {
  const base = shop ? `/${encodeURIComponent(shop)}/${resource.name}` : `/${resource.name}`;
  const one = (key: string | number) => `${base}/${encodeURIComponent(String(key))}`;
  return {
    list: resource.only ? `${shop ? `/${encodeURIComponent(shop)}` : ''}${resource.only.path}` : base,
    create: `${base}/create`,
    edit: (key: string | number) => `${one(key)}/edit`,
    translate: (key: string | number) => `${one(key)}/translate`,
    details: one,
  };
}

/** Tells a list apart from the others of its family: `products`, `products.draft`. */
export function listNameOf({ name, only }: Pick<AnyResource, 'name' | 'only'>): string {
  return only ? `${name}.${only.name}` : name;
}

/** The value of a row that its addresses carry. */
export function keyOf(resource: AnyResource, row: BaseRow): string | number {
  if (resource.identity === 'id') return row.id;
  return (row as BaseRow & Record<'slug' | 'code', string>)[resource.identity];
}
