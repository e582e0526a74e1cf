import { sql } from 'kysely';
import {
  characteristicOf,
  type ImportField,
  type ImportOptions,
  type ImportTarget,
  importFields,
  initialImportOptions,
} from '@/contract/catalogue/products/imports';
import { productStatuses } from '@/contract/catalogue/products/moderation';
import { skuKey } from '@/contract/catalogue/products/sku';
import type { Ctx, UserCtx } from '@/server/core/context';
import { isReviewed } from '../moderation/product-reviews';
import { assertOwnShop } from '../products/policy';
import { shownRows } from './becomes';
import { type CellWords, isClearing, loadCellWords, plainWord, slugIn } from './cells';
import { loadDictionaries, nameKey } from './find-names';
import { columnScale } from './headings';
import { type FileIndex, findImporter, type ImportRun, maxLine } from './import-run';
import { explainedWords } from './mapped-values';
import { orderOfSides, usualSides } from './numbers/dimensions';
import { currencyIn, isOtherAmount } from './numbers/prices';
import { loadProblems } from './pictures';
import type { WorkDeps } from './run-import';

/** Loads an import with the current permissions of the user who started it. Throws FORBIDDEN, NOT_FOUND. */
export async function loadRun(
  { db, now, publicUrl }: Pick<WorkDeps, 'db' | 'now' | 'publicUrl'>,
  id: number,
): Promise<ImportRun> {
  const row = await db
    .selectFrom('product_imports')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const ctx: UserCtx = {
    db,
    user: await findImporter(db, row.user_id),
    now: now(),
    locale: 'ru',
    ip: row.ip ?? '',
    requestId: row.request_id ?? `import-${id}`,
    publicUrl,
  };
  await assertOwnShop(ctx, row.shop_id);
  const targets = row.mapping as Record<string, ImportTarget>;
  const mapping = fieldColumns(targets);
  const words = await wordsOfShop(ctx, row.shop_id);
  return {
    id,
    shopId: row.shop_id,
    ctx,
    mapping,
    characteristics: characteristicColumns(targets),
    options: { ...initialImportOptions, ...(row.options as Partial<ImportOptions>) },
    columns: (row.headings as string[]).length,
    scales: scalesOf(mapping, row.headings as string[]),
    sides: orderOfSides((row.headings as string[])[mapping.get('dimensions') ?? -1] ?? '') ?? usualSides,
    foreign: foreignPrices(mapping, row.headings as string[], words),
    isReviewed: await isReviewed(ctx),
    dictionaries: await loadDictionaries(ctx),
    words,
    file: await buildFileIndex(ctx, words, id, mapping),
    restored: new Set(),
    lostPictures: await loadProblems(db, id),
  };
}

/** The accepted words, and those that the shop has explained. */
export async function wordsOfShop(ctx: Ctx, shopId: number): Promise<CellWords> {
  const words = await loadCellWords();
  const own = (await explainedWords(ctx, shopId, 'status')).flatMap(([name, target]) => {
    const status = productStatuses.find((one) => one === target);
    return status ? [[plainWord(name), status] as const] : [];
  });
  const stock = await explainedWords(ctx, shopId, 'quantity');
  const { rows } = await sql<{
    currency: string | null;
  }>`select options ->> 'currency' as currency from settings`.execute(ctx.db);
  return {
    ...words,
    statuses: new Map([...own, ...words.statuses]),
    stock: new Map(stock.map(([name, pieces]) => [plainWord(name), Number(pieces)])),
    currency: rows[0]?.currency ?? 'RUB',
  };
}

/** Price columns whose heading names another currency, or not the price of a piece: «Цена (USD)», «Цена, тыс. руб.». */
function foreignPrices(
  mapping: ReadonlyMap<ImportField, number>,
  headings: readonly string[],
  { currency, currencies }: CellWords,
): Set<ImportField> {
  const prices = (['price', 'sale_price'] as const).filter((field) => {
    const column = mapping.get(field);
    const heading = column === undefined ? '' : (headings[column] ?? '');
    const named = currencyIn(heading, currencies);
    return (named !== undefined && named !== currency) || isOtherAmount(heading);
  });
  return new Set(prices);
}

function scalesOf(
  mapping: ReadonlyMap<ImportField, number>,
  headings: readonly string[],
): Map<ImportField, number> {
  const all = [...mapping].map(
    ([field, index]) => [field, columnScale(field, headings[index] ?? '')] as const,
  );
  return new Map(all.filter(([, factor]) => factor !== 1));
}

function fieldColumns(stored: Record<string, ImportTarget>): Map<ImportField, number> {
  return new Map(
    Object.entries(stored).flatMap(([index, target]) => {
      const field = importFields.find((one) => one === target);
      return field ? [[field, Number(index)] as const] : [];
    }),
  );
}

function characteristicColumns(stored: Record<string, ImportTarget>): Map<number, string> {
  return new Map(
    Object.entries(stored).flatMap(([index, target]) => {
      const name = characteristicOf(target);
      return name === undefined ? [] : [[Number(index), name] as const];
    }),
  );
}

const indexPageSize = 1000;

interface KeysOfRow {
  line: number;
  sku: string;
  slug: string;
  parent: string;
  name: string;
  isFree: string;
}

/** Indexes the keys of all rows page by page, without keeping the rows. */
async function buildFileIndex(
  ctx: Pick<Ctx, 'db'>,
  words: CellWords,
  importId: number,
  mapping: ReadonlyMap<ImportField, number>,
): Promise<FileIndex> {
  const index: FileIndex = {
    bySku: new Map(),
    bySlug: new Map(),
    byName: new Map(),
    first: new Set(),
    free: new Set(),
    parents: new Map(),
    optionNames: new Map(),
    newValues: new Map(),
    newVariations: new Map(),
    combinations: new Map(),
  };
  const cell = (field: ImportField) => {
    const column = mapping.get(field);
    return column === undefined ? sql`''` : sql`coalesce(cells ->> ${column}::int, '')`;
  };
  // Below zero: first variations, whose row of the file is their product's.
  for (let after = -maxLine; ; ) {
    const { rows } = await sql<KeysOfRow>`
      select line, ${cell('sku')} as sku, ${cell('slug')} as slug, ${cell('parent')} as parent,
        ${cell('name')} as name, ${cell('is_free')} as "isFree"
      from product_import_rows where import_id = ${importId} and line > ${after}
      order by line limit ${indexPageSize}`.execute(ctx.db);
    for (const { line, sku, slug, parent, name, isFree } of rows) {
      if (line > 0 && index.first.size < shownRows) index.first.add(line);
      const number = skuKey(sku);
      if (number !== '' && !isClearing(sku) && !index.bySku.has(number)) index.bySku.set(number, line);
      const address = slugIn(slug).toLowerCase();
      if (parent === '' && address !== '' && !index.bySlug.has(address)) index.bySlug.set(address, line);
      if (parent !== '') {
        for (const key of [skuKey(parent), parent.toLowerCase()])
          if (!index.parents.has(key)) index.parents.set(key, number);
      } else if (name !== '' && sku === '' && slug === '' && !index.byName.has(nameKey(name)))
        index.byName.set(nameKey(name), line);
      if (words.flags.get(plainWord(isFree)) === true) index.free.add(line);
    }
    const last = rows.at(-1);
    if (!last || rows.length < indexPageSize) return index;
    after = last.line;
  }
}
