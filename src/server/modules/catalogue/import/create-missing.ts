import { sql } from 'kysely';
import { resources } from '@/contract';
import {
  type CreatableField,
  creatableFields,
  type ImportField,
  type ImportOptions,
  maxCreated,
  type ProductImport,
} from '@/contract/catalogue/products/imports';
import type { UserCtx } from '@/server/core/context';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { ResourceService } from '@/server/core/resource/service';
import { authorsService, manufacturersService } from '../authors-manufacturers';
import { categoriesService } from '../categories/categories';
import { groupsService } from '../groups';
import { tagsService } from '../tags';
import { splitPath } from './cells';
import { errorFamilies, mayCreate } from './error-groups';
import { loadDictionaries, loadLookups, nameKey } from './find-names';
import type { Dictionaries } from './import-run';
import { findImport, startImport } from './imports';

const services: Record<CreatableField, ResourceService> = {
  type: groupsService,
  categories: categoriesService,
  tags: tagsService,
  manufacturer: manufacturersService,
  author: authorsService,
};

/**
 * `POST product-imports/{id}/missing`: creates the records named in cells, and checks the rows again. Records that
 * exist by now are left alone. Throws FORBIDDEN, NOT_FOUND, VALIDATION_FAILED and what `startImport` throws.
 */
export async function createMissing(ctx: UserCtx, id: number, body: JsonRecord): Promise<ProductImport> {
  const row = await findImport(ctx, id, true);
  const field = creatableFields.find((one) => one === body.field);
  if (!field) rejectValue('field');
  if (!mayCreate(ctx, field)) throw new AppError('FORBIDDEN');
  const names = parseNames(body.names);
  const source = { id, shopId: row.shop_id, mapping: row.mapping as Record<string, ImportField> };
  for (const name of names) {
    const dictionaries = await loadDictionaries(ctx);
    const lookups = await loadLookups(ctx, { shopId: row.shop_id, dictionaries }, [{ [field]: name }]);
    if (lookups.missing(field, name).length === 0) continue;
    if (field === 'categories') await createPath(ctx, dictionaries, name);
    else
      await services[field].create(ctx, {
        name,
        ...(await furtherInput(ctx, source, row.options, field, name)),
      });
  }
  return startImport(ctx, id, 'check');
}

/** Names without repetitions. Throws VALIDATION_FAILED. */
function parseNames(given: unknown): string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > maxCreated) rejectValue('names');
  const names = given.map((name: unknown) => (typeof name === 'string' ? name.trim() : ''));
  const longest = 600;
  if (names.some((name) => name === '' || name.length > longest)) rejectValue('names');
  return [...new Set(names)];
}

/** Creates the missing levels of `Дом > Посуда > Кружки`, from the root down. */
async function createPath(ctx: UserCtx, known: Dictionaries, path: string): Promise<void> {
  const names = splitPath(path);
  let parent: number | null = null;
  for (const [place, name] of names.entries()) {
    const [found] = known.categories.get(nameKey(names.slice(0, place + 1).join(' > '))) ?? [];
    if (found === undefined) {
      const made: JsonRecord = await categoriesService.create(ctx, { name, parent });
      parent = Number(made.id);
    } else parent = found;
  }
}

interface Source {
  id: number;
  shopId: number;
  mapping: Record<string, ImportField>;
}

/** A new manufacturer belongs to the group of the products that name it. */
async function furtherInput(
  ctx: UserCtx,
  source: Source,
  options: unknown,
  field: CreatableField,
  name: string,
): Promise<JsonRecord> {
  if (resources[errorFamilies[field]].name !== 'manufacturers') return {};
  const { values = {} } = options as Partial<ImportOptions>;
  const text = values.type ?? (await groupOfRows(ctx, source, name));
  const lookups = await loadLookups(
    ctx,
    { shopId: source.shopId, dictionaries: await loadDictionaries(ctx) },
    [],
  );
  const group = lookups.one('type', text);
  if (!('value' in group)) rejectField('names', 'error-import-group-first');
  return { type_id: group.value, shop_id: source.shopId };
}

/** The group that the rows of a manufacturer name most often. */
async function groupOfRows(ctx: UserCtx, { id, mapping }: Source, name: string): Promise<string> {
  const columnOf = (field: ImportField) => Object.entries(mapping).find(([, one]) => one === field)?.[0];
  const [type, maker] = [columnOf('type'), columnOf('manufacturer')];
  if (type === undefined || maker === undefined) return '';
  const { rows } = await sql<{ text: string }>`select coalesce(cells ->> ${type}::int, '') as text
    from product_import_rows where import_id = ${id} and trim(cells ->> ${maker}::int) = ${name}
    group by 1 order by count(*) desc limit 1`.execute(ctx.db);
  return rows[0]?.text ?? '';
}
