import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../context';

/** Large tables and columns that never hold files; the activity log does not keep a file alive. */
const skippedTables = ['audit_log', 'live_events', 'outbox', 'product_import_rows', 'saved_views'];
const skippedColumns = [
  ...['address', 'billing_address', 'shipping_address', 'delivery_point', 'location'],
  ...['requisites', 'supplier', 'headings', 'mapping', 'moved', 'why'],
];

/**
 * A query of the ids of all files used by any record, deleted ones included: as an object in a JSON column, however
 * deep, or by a foreign key. Reads every such table once.
 */
export async function usedFileIds(db: Ctx['db']): Promise<RawBuilder<{ id: number }>> {
  const [inJson, byKey] = await Promise.all([jsonColumns(db), foreignKeys(db)]);
  const queries = [
    ...inJson.map(
      ({ table, column }) => sql`select (k.value #>> '{}')::numeric::bigint as id from ${sql.table(table)},
        jsonb_path_query(${sql.ref(column)}, '$.** ? (exists(@.original) || exists(@.attachment_id))') as file,
        lateral (values (file -> 'id'), (file -> 'attachment_id')) as k (value)
        where jsonb_typeof(k.value) = 'number' and k.value between '1'::jsonb and '9007199254740991'::jsonb`,
    ),
    ...byKey.map(
      ({ table, column }) =>
        sql`select ${sql.ref(column)} as id from ${sql.table(table)} where ${sql.ref(column)} is not null`,
    ),
  ];
  return sql<{ id: number }>`${sql.join(queries, sql` union `)}`;
}

/** Those of the given files that some record uses. */
export async function usedAmong(db: Ctx['db'], ids: readonly number[]): Promise<Set<number>> {
  const used = await usedFileIds(db);
  const { rows } = await sql<{ id: number }>`select used.id from (${used}) as used
    where used.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

interface Column {
  table: string;
  column: string;
}

async function jsonColumns(db: Ctx['db']): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      join pg_class r on r.oid = format('%I.%I', table_schema, table_name)::regclass and not r.relispartition
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.data_type = 'jsonb'
      and c.table_name <> all(${skippedTables}::text[]) and c.column_name <> all(${skippedColumns}::text[])`.execute(
    db,
  );
  return rows;
}

async function foreignKeys(db: Ctx['db']): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select k.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.conparentid = 0 and k.confrelid = 'attachments'::regclass`.execute(db);
  return rows;
}
