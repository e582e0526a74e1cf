import type { AnyResource } from '@/contract/core/define';
import type { Ctx } from '../context';
import type { DB } from '../db/types';
import type { JsonRecord } from '../json-record';
import type { UsedBy } from '../trash/uses';
import type { Policy } from './policy';
import type { Condition, Include, Relations } from './relations';

export interface ServiceOptions {
  table: keyof DB;
  /** Which rows the person may read and write; every row when left out. */
  policy?: Policy;
  /** Which rows the person may create, where these are others than may be written later: a customer asks, a shop answers. */
  createPolicy?: Policy;
  /** Columns that the server sets on create: owner, kind, issuer. */
  onCreate?: (ctx: Ctx, input: JsonRecord) => Promise<JsonRecord>;
  /** The same for each later write, given the row as shown and the columns about to be written. */
  onUpdate?: (ctx: Ctx, before: JsonRecord, columns: JsonRecord) => JsonRecord | Promise<JsonRecord>;
  /** Rows that a save without changes submits for a decision again; that of any other row does nothing. */
  isSubmittedAgain?: (ctx: Ctx, before: JsonRecord) => boolean;
  immutableFields?: readonly string[];
  /** Input that only an administrator may set; ignored from anybody else. */
  adminOnly?: readonly string[];
  /** Related records, each included as `{id, name, slug}` under its key. Its slug is then a search key. */
  relations?: Relations;
  /** Further data included with rows, by key: read in the same query as the relations. */
  include?: Record<string, Include>;
  /** Columns with contacts of customers (rules/accounts: contacts are masked). */
  contacts?: readonly string[];
  /** Rows of other tables that prevent removal. */
  usedBy?: readonly UsedBy[];
  /** Input that `afterSave` stores in other tables. */
  virtualFields?: readonly string[];
  /** Gets the whole input and the keys that the client actually sent. */
  afterSave?: (ctx: Ctx, id: number, input: JsonRecord, sent: readonly string[]) => Promise<void>;
  /** Search keys and filters that are not columns of the table. */
  conditions?: Record<string, Condition>;
  /** Completes rows, relations included, before they are sent. */
  present?: (ctx: Ctx, rows: JsonRecord[]) => Promise<JsonRecord[]>;
}

export interface Family {
  resource: AnyResource;
  options: ServiceOptions;
}
