import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { Ctx } from '../context';
import type { DB } from '../db/types';
import type { CheckedList } from '../http/list-query';
import type { ListedFamily } from './daily-row-counts';
import type { Policy } from './policy';
import type { JsonRecord } from './query';
import type { Condition, Include, Relations, RelationTo, UsedBy } from './relations';

/** Options of a family beyond its declaration (style §1). */
export interface ServiceOptions {
  table: keyof DB;
  /** Which rows the person may read and write; every row when left out. */
  policy?: Policy;
  /** Columns that the server sets on create: owner, kind, issuer. */
  onCreate?: (ctx: Ctx, input: JsonRecord) => Promise<JsonRecord>;
  /** The same for each later write, given the row as shown and the columns about to be written. */
  onUpdate?: (ctx: Ctx, before: JsonRecord, columns: JsonRecord) => JsonRecord | Promise<JsonRecord>;
  /** Input that is ignored after create. */
  immutableFields?: readonly string[];
  /** Input that only an administrator may set; ignored from anybody else. */
  adminOnly?: readonly string[];
  /** Related records, each included as `{id, name, slug}` under its key. Its slug is then a search key. */
  relations?: Relations;
  /** Further data included with rows, by key: read in the same query as the relations. */
  include?: Record<string, Include>;
  /** What a row needs besides its relations: without it the row cannot be restored from the trash. */
  requiredRelations?: readonly RelationTo[];
  /** Rows of other tables that prevent removal. */
  usedBy?: readonly UsedBy[];
  /** Input that `afterSave` stores in other tables. */
  virtualFields?: readonly string[];
  /** Gets the whole input and the keys that the client actually sent. */
  afterSave?: (ctx: Ctx, id: number, input: JsonRecord, sent: readonly string[]) => Promise<void>;
  /** Search keys and filters that are not columns of the table. */
  conditions?: Record<string, Condition>;
  /** Another place to count a list's query in, if there is one; its rows are aliased as the table. */
  countSource?: (ctx: Ctx, query: CheckedList) => CountSource | undefined;
  /** Finds the ids of a query's page faster than scanning the list in order. */
  candidateIds?: (ctx: Ctx, query: CheckedList) => CandidateIds | undefined;
  /**
   * Disjoint conditions, each index-ordered, whose union is the list; merged with UNION ALL because OR would lose the
   * index.
   */
  unionBranches?: (ctx: Ctx, query: CheckedList) => Expression<SqlBool>[] | undefined;
  /** The family's daily row counts, for people who see all of its rows. */
  dailyRowCounts?: (ctx: Ctx) => ListedFamily | undefined;
  /** Sort expressions of columns that are not sorted by their own value. */
  sorts?: Record<string, RawBuilder<unknown>>;
  /** Completes rows, relations included, before they are sent. */
  present?: (ctx: Ctx, rows: JsonRecord[]) => Promise<JsonRecord[]>;
}

/** A select with one line per row that matches part of a query, with the columns that the `rest` of it needs. */
export interface CountSource {
  lines: RawBuilder<{ id: number }>;
  rest: CheckedList;
  /** Approximate number of rows where it is known to exceed `exactTotalLimit` without counting; else null. */
  many?: RawBuilder<number | null>;
}

/** A select of ids that covers the query's page and all pages before it. */
export interface CandidateIds {
  ids: RawBuilder<unknown>;
  /**
   * Set when there may be too many ids to sort: then the list is scanned in order, with the conditions `fits` and
   * `rest`.
   */
  unlessMore?: {
    than: number;
    /** Approximate number of ids where it is known to be larger without reading them; else null. */
    surely?: RawBuilder<number | null>;
    fits: Expression<SqlBool>;
    rest: CheckedList;
  };
}
