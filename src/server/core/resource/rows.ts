import type { ExpressionBuilder, Kysely } from 'kysely';
import type { JsonRecord } from '../json-record';

export type StoredRow = JsonRecord & {
  id: number;
  version: number;
  translations?: Record<string, JsonRecord>;
};

/** The engine works on a table named by its caller: the only place where the compiler does not know the columns. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyDb = Kysely<any>;
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Columns = ExpressionBuilder<any, any>;
