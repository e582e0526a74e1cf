import { type Expression, type SqlBool, sql } from 'kysely';
import type { AnyResource } from '@/contract/define';
import { defaultLanguage } from '@/contract/languages';
import type { Page } from '@/contract/paging';
import { slugLength, toSlug } from '@/contract/slug';
import type { Ctx } from '../context';
import type { DB } from '../db/types';
import { AppError } from '../errors';
import { checkList } from '../http/list-query';
import type { Policy } from '../policies/own-shop';
import { validate } from '../validate';
import { resolveAttachment } from './attachments';
import { audit, changesBetween } from './audit';
import {
  type AnyDb,
  type Columns,
  listRows,
  pageOf,
  type StoredRow,
  type Values,
  visible,
} from './resource-query';

export interface ServiceOptions {
  table: keyof DB;
  /** Which rows the person may read and write; every row when left out. */
  policy?: Policy;
  /** Columns that the server itself decides on create: owner, kind, who issued it. */
  onCreate?: (ctx: Ctx, input: Values) => Promise<Values>;
  /** The same on each later write. */
  onUpdate?: (ctx: Ctx) => Values;
  /** Input that never changes after create. */
  fixed?: readonly string[];
  /** Input that `afterSave` stores in other tables. */
  elsewhere?: readonly string[];
  /** Given the whole input and the keys that the client really sent. */
  afterSave?: (ctx: Ctx, id: number, input: Values, sent: readonly string[]) => Promise<void>;
  /** Search keys and filters that are not a column of the table. */
  conditions?: Record<string, (eb: Columns, value: string) => Expression<SqlBool>>;
  /** Completes rows before they leave: related rows, computed fields. */
  present?: (ctx: Ctx, rows: Values[]) => Promise<Values[]>;
}

export interface ResourceService {
  list: (ctx: Ctx, query: Values) => Promise<Page<Values>>;
  get: (ctx: Ctx, key: string) => Promise<Values>;
  create: (ctx: Ctx, body: Values) => Promise<Values>;
  update: (ctx: Ctx, key: string, body: Values) => Promise<Values>;
  remove: (ctx: Ctx, key: string) => Promise<void>;
  /** Takes a removed row out of the trash. */
  restore: (ctx: Ctx, key: string) => Promise<Values>;
}

/**
 * What a declared family can do (style §9, design §4 and §5). Keys are ids or slugs. Throws NOT_FOUND for a row that is
 * not there or not the person's, VALIDATION_FAILED, and CONFLICT when an edit saw an older version.
 */
export function resourceService(resource: AnyResource, options: ServiceOptions): ResourceService {
  const { table } = options;

  async function find(ctx: Ctx, key: string, purpose: 'read' | 'write', trashed = false): Promise<StoredRow> {
    const byId = /^\d{1,15}$/.test(key);
    if (!byId && !resource.slugFrom) throw new AppError('NOT_FOUND');
    const query = (ctx.db as AnyDb)
      .selectFrom(table)
      .selectAll()
      .where(byId ? 'id' : 'slug', '=', byId ? Number(key) : key)
      .where((eb) => visible(options, ctx, eb, purpose, trashed));
    const row = await (purpose === 'write' ? query.forUpdate() : query).executeTakeFirst();
    if (!row) throw new AppError('NOT_FOUND');
    return row as StoredRow;
  }

  async function show(ctx: Ctx, rows: StoredRow[]): Promise<Values[]> {
    const read = rows.map((row) => inLanguage(resource, row, ctx.locale));
    return options.present ? options.present(ctx, read) : read;
  }

  async function showOne(ctx: Ctx, row: StoredRow): Promise<Values> {
    const [shown] = await show(ctx, [row]);
    if (!shown) throw new AppError('NOT_FOUND');
    return shown;
  }

  /** Input as it is stored: files looked up, emptied texts null. */
  async function toColumns(ctx: Ctx, input: Values): Promise<Values> {
    const columns: Values = {};
    for (const [key, value] of Object.entries(input)) {
      if (options.elsewhere?.includes(key)) continue;
      const isFile = resource.fields.some((field) => field.key === key && field.kind === 'image');
      if (isFile) columns[key] = await resolveAttachment(ctx, key, value);
      else columns[key] = value === '' || value === undefined ? null : value;
    }
    return columns;
  }

  async function isTaken(ctx: Ctx, slug: string, ownId: number): Promise<boolean> {
    const query = (ctx.db as AnyDb)
      .selectFrom(table)
      .select('id')
      .where('slug', '=', slug)
      .where('id', '!=', ownId);
    return (await query.executeTakeFirst()) !== undefined;
  }

  /** The slug that was asked for, or a free one made of the name. Digits alone would read as an id (reference rules R-023). */
  async function slugFor(ctx: Ctx, input: Values, ownId = 0): Promise<string> {
    const asked = typeof input.slug === 'string' && input.slug !== '' ? input.slug : undefined;
    // Another transaction may be about to take the same slug: one at a time makes one up.
    if (!asked) await sql`select pg_advisory_xact_lock(hashtext(${`${table}.slug`}))`.execute(ctx.db);
    const base = asked ?? (toSlug(String(input[resource.slugFrom ?? ''] ?? '')) || resource.name);
    if (!/^\d+$/.test(base) && !(await isTaken(ctx, base, ownId))) return base;
    if (asked) throw new AppError('VALIDATION_FAILED', { fields: { slug: ['error-taken'] } });
    for (let number = 2; ; number += 1) {
      const next = `${base.slice(0, slugLength - 6)}-${number}`;
      if (!(await isTaken(ctx, next, ownId))) return next;
    }
  }

  async function write(ctx: Ctx, row: StoredRow, columns: Values): Promise<StoredRow> {
    const changed = { ...columns, version: row.version + 1, updated_at: ctx.now };
    return (await (ctx.db as AnyDb)
      .updateTable(table)
      .set(stored(changed))
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()) as StoredRow;
  }

  async function create(ctx: Ctx, body: Values): Promise<Values> {
    const input: Values = await validate(await resource.schema(), body);
    if (ctx.locale !== defaultLanguage && resource.slugFrom && input.slug) {
      // Clients of this dialect translate by creating a row with the same slug (reference rules R-032).
      if (await isTaken(ctx, String(input.slug), 0)) return update(ctx, String(input.slug), body);
    }
    const columns = { ...(await toColumns(ctx, input)), ...(await options.onCreate?.(ctx, input)) };
    if (resource.slugFrom) columns.slug = await slugFor(ctx, input);
    if (ctx.locale !== defaultLanguage && resource.translatable.length > 0) {
      columns.translations = { [ctx.locale]: pick(columns, resource.translatable) };
    }
    const row = (await (ctx.db as AnyDb)
      .insertInto(table)
      .values(stored({ ...columns, created_at: ctx.now, updated_at: ctx.now }))
      .returningAll()
      .executeTakeFirstOrThrow()) as StoredRow;
    await options.afterSave?.(ctx, row.id, input, Object.keys(input));
    const changes = changesBetween({}, pick({ ...input, ...columns }, Object.keys({ ...input, ...columns })));
    await audit(ctx, { family: resource.name, id: row.id, action: 'create', changes });
    return showOne(ctx, row);
  }

  async function update(ctx: Ctx, key: string, body: Values): Promise<Values> {
    const row = await find(ctx, key, 'write');
    const before = await showOne(ctx, row);
    if (body.version !== undefined && body.version !== null && Number(body.version) !== row.version) {
      throw new AppError('CONFLICT', { current: before });
    }
    const isTranslation = ctx.locale !== defaultLanguage && resource.translatable.length > 0;
    const schema = await resource.schema();
    const changeable = isTranslation ? resource.translatable : Object.keys(schema.fields);
    const sent = changeable.filter((field) => field in body && !options.fixed?.includes(field));
    // Rules between fields need the whole row, though only what was sent is written.
    const merged: Values = await validate(schema, { ...before, ...pick(body, sent) });
    const columns = await toColumns(ctx, pick(merged, sent));
    if ('slug' in columns) columns.slug = await slugFor(ctx, merged, row.id);

    const texts = { ...row.translations, [ctx.locale]: { ...row.translations?.[ctx.locale], ...columns } };
    const written = isTranslation ? { translations: texts } : columns;
    const after = await write(ctx, row, { ...written, ...options.onUpdate?.(ctx) });
    if (!isTranslation) await options.afterSave?.(ctx, row.id, merged, sent);
    const action = isTranslation ? `translate:${ctx.locale}` : 'update';
    const changes = changesBetween(before, { ...pick(merged, sent), ...columns });
    await audit(ctx, { family: resource.name, id: row.id, action, changes });
    return showOne(ctx, after);
  }

  async function setDeleted(ctx: Ctx, key: string, isDeleted: boolean): Promise<StoredRow> {
    const row = await find(ctx, key, 'write', !isDeleted);
    const after = await write(ctx, row, { deleted_at: isDeleted ? ctx.now : null });
    await audit(ctx, {
      family: resource.name,
      id: row.id,
      action: isDeleted ? 'remove' : 'restore',
      changes: {},
    });
    return after;
  }

  return {
    async list(ctx, query) {
      const checked = checkList(resource, query);
      const { rows, total, isEstimate } = await listRows(resource, options, ctx, checked);
      return pageOf(resource, checked, query, { data: await show(ctx, rows), total, isEstimate });
    },
    get: async (ctx, key) => showOne(ctx, await find(ctx, key, 'read')),
    create,
    update,
    remove: async (ctx, key) => void (await setDeleted(ctx, key, true)),
    restore: async (ctx, key) => showOne(ctx, await setDeleted(ctx, key, false)),
  };
}

/** A stored row as it leaves: texts of the language laid over the default ones, nothing internal (design §5). */
function inLanguage(resource: AnyResource, row: StoredRow, language: string): Values {
  const { translations = {}, deleted_at: _deleted, ...values } = row;
  if (resource.translatable.length === 0) return values;
  const translated =
    language === defaultLanguage ? {} : pick(translations[language] ?? {}, resource.translatable);
  return {
    ...values,
    ...translated,
    language,
    translated_languages: [defaultLanguage, ...Object.keys(translations)],
  };
}

function pick(values: Values, keys: readonly string[]): Values {
  return Object.fromEntries(keys.filter((key) => key in values).map((key) => [key, values[key]]));
}

/** Objects go into jsonb columns as text: both drivers would read a JavaScript array as a PostgreSQL one. */
function stored(columns: Values): Values {
  const isPlain = (value: unknown) => value === null || typeof value !== 'object' || value instanceof Date;
  return Object.fromEntries(
    Object.entries(columns).map(([key, value]) => [
      key,
      isPlain(value) ? value : sql`${JSON.stringify(value)}::jsonb`,
    ]),
  );
}
