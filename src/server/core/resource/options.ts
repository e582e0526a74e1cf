import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { Ctx } from '../context';
import type { DB } from '../db/types';
import type { CheckedList } from '../http/list-query';
import type { ListedFamily } from './daily-row-counts';
import type { Policy } from './policy';
import type { JsonRecord } from './query';
import type { Condition, Include, Relations, RelationTo, UsedBy } from './relations';

/** What a family says of itself beyond its declaration (style §1). */
export interface ServiceOptions {
  table: keyof DB;
  /** Which rows the person may read and write; every row when left out. */
  policy?: Policy;
  /** Columns that the server itself decides on create: owner, kind, who issued it. */
  onCreate?: (ctx: Ctx, input: JsonRecord) => Promise<JsonRecord>;
  /** The same on each later write, given the row as it was shown and what is about to be written. */
  onUpdate?: (ctx: Ctx, before: JsonRecord, columns: JsonRecord) => JsonRecord | Promise<JsonRecord>;
  /** Input that never changes after create. */
  immutableFields?: readonly string[];
  /** Input that is an administrator's to decide; anybody else's is left out. */
  adminOnly?: readonly string[];
  /** Related records: the key under which one goes along as `{id, name, slug}`. Its slug is a search key then. */
  relations?: Relations;
  /** What else goes along with rows, by key: read in the same query as the relations. */
  include?: Record<string, Include>;
  /** What a row needs beside its relations: without it none comes back from the trash. */
  requiredRelations?: readonly RelationTo[];
  /** Rows elsewhere that keep one from being removed. */
  usedBy?: readonly UsedBy[];
  /** Input that `afterSave` stores in other tables. */
  virtualFields?: readonly string[];
  /** Given the whole input and the keys that the client really sent. */
  afterSave?: (ctx: Ctx, id: number, input: JsonRecord, sent: readonly string[]) => Promise<void>;
  /** Search keys and filters that are not a column of the table. */
  conditions?: Record<string, Condition>;
  /** Where a list's query is counted instead of in the table, if there is such a place; rows there have the table's name. */
  countSource?: (ctx: Ctx, query: CheckedList) => CountSource | undefined;
  /** Where the rows of a query's page are found quicker than in turn. */
  candidateIds?: (ctx: Ctx, query: CheckedList) => CandidateIds | undefined;
  /** Conditions of which a row of the list fits one: each has its rows in the list's order by an index, all together not. */
  unionBranches?: (ctx: Ctx, query: CheckedList) => Expression<SqlBool>[] | undefined;
  /** Its rows are counted by day, for who sees all of them. */
  dailyRowCounts?: (ctx: Ctx) => ListedFamily | undefined;
  /** What a list is sorted by where that is not the column itself. */
  sorts?: Record<string, RawBuilder<unknown>>;
  /** Completes rows, relations and all, before they leave. */
  present?: (ctx: Ctx, rows: JsonRecord[]) => Promise<JsonRecord[]>;
}

/** A select of lines, one for each row that some of a query asks for, with the columns that the rest of it looks at. */
export interface CountSource {
  lines: RawBuilder<{ id: number }>;
  rest: CheckedList;
  /** About how many there are where that is known to be above `exactTotalLimit` without counting; else null. */
  many?: RawBuilder<number | null>;
}

/** A select of ids that has the rows of a query's page and of all before it. */
export interface CandidateIds {
  ids: RawBuilder<unknown>;
  /** It has more than is worth sorting, perhaps: the list is gone through then, for what fits this and the rest of the query. */
  unlessMore?: {
    than: number;
    /** About how many it has where that is known to be more without a look at them; else null. */
    surely?: RawBuilder<number | null>;
    fits: Expression<SqlBool>;
    rest: CheckedList;
  };
}
