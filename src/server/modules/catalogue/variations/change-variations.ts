import { skuKey } from '@/contract/catalogue/products/sku';
import { combinationKey, maxVariations } from '@/contract/catalogue/products/variations';
import type { Changes } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import type { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { SentVariation } from '../products/product-input';
import { findTakenSkus } from '../products/product-skus';
import { applyVariationEdit, ErrorCollector, resolveVariationFiles } from './apply-edit';
import {
  buildComposition,
  buildSortKey,
  type Composition,
  isComplete,
  listAttachedValues,
  loadDictionary,
  replaceAttachedValues,
  titleAndOptions,
} from './combinations';
import { holdForReview, valuesUnderReview } from './hold-variations';
import {
  auditedChanges,
  type EditedVariation,
  lockVariations,
  type StoredVariation,
  writeVariations,
} from './variation-rows';

/** Variations part of a product write. */
interface VariationChanges {
  /** Chosen attribute values, replaced as a whole; undefined when not sent. */
  chosen: readonly number[] | undefined;
  upsert: readonly SentVariation[];
  delete: readonly number[];
  /** Reason of quantity changes, for the stock journal. */
  reason: string | null | undefined;
  /** Pictures and files wait for an administrator. */
  isWatched: boolean;
}

type ProductKey = { id: number; shop_id: number; is_free: boolean };

const listKey = 'variation_options';

/**
 * Adds, updates and removes variations of a locked variable product in a few statements, however many there
 * are. Returns the audited changes and the values that wait for review. Throws VALIDATION_FAILED with every
 * error at its path, and the error of `stale` when a variation changed meanwhile.
 */
export async function changeVariations(
  ctx: Ctx,
  product: ProductKey,
  changes: VariationChanges,
  stale: () => Promise<AppError>,
): Promise<{ changes: Changes; waiting: JsonRecord }> {
  const stored = await lockVariations(ctx, product.id, idsToLock(changes));
  const mistakes = new ErrorCollector();
  const removed = findRemoved(stored, changes.delete, mistakes);
  const kept = stored.filter((one) => !removed.includes(one));
  if (isStale(kept, changes.upsert)) throw await stale();
  const files = await resolveVariationFiles(ctx, product.shop_id, changes.upsert, stored);
  const edits = changes.upsert.flatMap((one) => {
    const path = `${listKey}.upsert[${one.index}]`;
    const before = findBefore(kept, one, path, mistakes);
    return before === undefined
      ? []
      : [applyVariationEdit(one, before, { path, files, mistakes, isFree: product.is_free })];
  });
  assertNoDuplicates(changes.upsert, mistakes);
  const untouched = kept.filter(({ id }) => !edits.some(({ before }) => before?.id === id));
  if (untouched.length + edits.length > maxVariations)
    mistakes.add(`${listKey}.upsert`, 'error-too-many-values');

  const named = await assignCombinations(ctx, product, { changes, edits, untouched, mistakes });
  await assertSkusFree(ctx, product, { edits, removed, mistakes });
  mistakes.throwIfAny();
  const held = changes.isWatched ? holdForReview(edits) : [];
  await writeVariations(ctx, product, { removed, edits, renamed: named.renamed, reason: changes.reason });
  if (changes.chosen) await replaceAttachedValues(ctx, product.id, changes.chosen);
  return {
    changes: auditedChanges(removed, edits),
    waiting: await valuesUnderReview(ctx, product.id, held),
  };
}

/** Keys whose validation needs the other variations: combinations, and files they already use. */
const keysNeedingAll = ['value_ids', 'options', 'image', 'digital_file'];

/** Ids of the variations that a change needs; undefined for all. */
function idsToLock({ chosen, upsert, delete: removed }: VariationChanges): number[] | undefined {
  const ids = upsert.flatMap(({ input: { id }, sent }) =>
    id && !sent.some((key) => keysNeedingAll.includes(key)) ? [id] : [],
  );
  return chosen || removed.length > 0 || ids.length < upsert.length ? undefined : ids;
}

function findRemoved(
  stored: readonly StoredVariation[],
  ids: readonly number[],
  mistakes: ErrorCollector,
): StoredVariation[] {
  const removed = stored.filter(({ id }) => ids.includes(id));
  if (removed.length < new Set(ids).size) mistakes.add(`${listKey}.delete`, 'error-wrong-value');
  return removed;
}

function isStale(kept: readonly StoredVariation[], upsert: readonly SentVariation[]): boolean {
  const versions = new Map(kept.map(({ id, version }) => [id, version]));
  return upsert.some(({ input: { id, version } }) => {
    const now = id ? versions.get(id) : undefined;
    return now !== undefined && typeof version === 'number' && version !== now;
  });
}

/** The stored variation, null for a new one, undefined (with an error) for an unknown id. */
function findBefore(
  kept: readonly StoredVariation[],
  { input: { id } }: SentVariation,
  path: string,
  mistakes: ErrorCollector,
): StoredVariation | null | undefined {
  if (!id) return null;
  const found = kept.find((one) => one.id === id);
  if (!found) mistakes.add(`${path}.id`, 'error-wrong-value');
  return found;
}

function assertNoDuplicates(upsert: readonly SentVariation[], mistakes: ErrorCollector): void {
  const seen = new Set<number>();
  for (const { index, input } of upsert) {
    if (!input.id) continue;
    if (seen.has(input.id)) mistakes.add(`${listKey}.upsert[${index}].id`, 'error-wrong-value');
    seen.add(input.id);
  }
}

interface CompositionInput {
  changes: VariationChanges;
  edits: EditedVariation[];
  untouched: readonly StoredVariation[];
  mistakes: ErrorCollector;
}

/**
 * Assigns values, title and position: one value of each chosen attribute, every combination once. Queries
 * nothing when no combination was sent.
 */
async function assignCombinations(
  ctx: Ctx,
  product: ProductKey,
  { changes, edits, untouched, mistakes }: CompositionInput,
): Promise<{ renamed: StoredVariation[] }> {
  const isAsked = ({ before, valueIds, options }: EditedVariation) => !before || valueIds || options;
  if (!changes.chosen && !edits.some(isAsked)) return { renamed: [] };
  const attached = await listAttachedValues(ctx, product.id);
  const chosen = changes.chosen ?? attached;
  const rows = [...untouched, ...edits.map(({ after }) => after)];
  const ids = [
    ...chosen,
    ...rows.flatMap((one) => one.value_ids),
    ...edits.flatMap((one) => one.valueIds ?? []),
  ];
  const names = edits.flatMap(({ valueIds, options }) => (valueIds ? [] : (options ?? [])));
  const composition = buildComposition(chosen, await loadDictionary(ctx, product.shop_id, ids, names));
  const isKnown = (id: number) => {
    const value = composition.dictionary.byId.get(id);
    return value !== undefined && (!value.is_gone || attached.includes(id));
  };
  if (!chosen.every(isKnown)) mistakes.add('variations', 'error-wrong-value');
  for (const edit of edits.filter(isAsked)) combineValues(edit, composition, mistakes);
  assertCombinations(composition, edits, untouched, mistakes);
  return { renamed: renumber(composition, edits, untouched) };
}

function combineValues(edit: EditedVariation, composition: Composition, mistakes: ErrorCollector): void {
  const { valueIds, options, after, path } = edit;
  const ids =
    valueIds ?? options?.map((one) => composition.dictionary.named(one, composition.chosen)?.id ?? 0) ?? [];
  after.value_ids = [...ids].sort((one, other) => one - other);
  const key = valueIds || !options ? 'value_ids' : 'options';
  if (!isComplete(composition, ids)) mistakes.add(`${path}.${key}`, 'error-combination');
}

function assertCombinations(
  composition: Composition,
  edits: readonly EditedVariation[],
  untouched: readonly StoredVariation[],
  mistakes: ErrorCollector,
): void {
  const isOdd = ({ value_ids }: StoredVariation) => !isComplete(composition, value_ids);
  const isAsked = ({ valueIds, options }: EditedVariation) => valueIds !== undefined || options !== undefined;
  const old = edits.flatMap((edit) => (edit.before && !isAsked(edit) ? [edit.after] : []));
  if ([...untouched, ...old].some(isOdd)) mistakes.add('variations', 'error-values-in-use');
  const seen = new Set([...untouched, ...old].map(({ value_ids }) => combinationKey(value_ids)));
  for (const edit of edits) {
    if (edit.before && !isAsked(edit)) continue;
    const key = combinationKey(edit.after.value_ids);
    const isWrong = mistakes.hasBelow(edit.path);
    if (seen.has(key) && !isWrong) mistakes.add(`${edit.path}.value_ids`, 'error-combination-taken');
    seen.add(key);
  }
}

/** Updates titles and positions; returns the untouched variations whose title or position changed. */
function renumber(
  composition: Composition,
  edits: readonly EditedVariation[],
  untouched: readonly StoredVariation[],
): StoredVariation[] {
  const rows = [...untouched.map((one) => ({ ...one })), ...edits.map(({ after }) => after)];
  const places = new Map(rows.map((row) => [row, buildSortKey(composition, row.value_ids)]));
  const sorted = [...rows].sort((one, other) =>
    comparePlaces(places.get(one) ?? [], places.get(other) ?? []),
  );
  for (const [position, row] of sorted.entries()) {
    Object.assign(row, titleAndOptions(composition, row.value_ids), { position });
  }
  return untouched.flatMap((old, index) => {
    const now = rows[index];
    const isSame =
      !now ||
      (now.title === old.title &&
        now.position === old.position &&
        JSON.stringify(now.options) === JSON.stringify(old.options));
    return isSame ? [] : [now];
  });
}

function comparePlaces(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((place, index) => place !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** SKUs must be unique within the write and in the shop. */
async function assertSkusFree(
  ctx: Ctx,
  product: ProductKey,
  given: { edits: readonly EditedVariation[]; removed: readonly StoredVariation[]; mistakes: ErrorCollector },
): Promise<void> {
  const changed = given.edits.filter(({ before, after }) => after.sku !== '' && before?.sku !== after.sku);
  const free = [...given.removed.map(({ id }) => id), ...changed.flatMap(({ before }) => before?.id ?? [])];
  const skus = [...new Set(changed.map(({ after }) => after.sku))];
  const taken = await findTakenSkus(ctx, product, skus, { product: false, variations: free });
  const seen = new Map(taken);
  for (const { path, after } of changed) {
    const key = skuKey(after.sku);
    const error = seen.get(key);
    if (error) given.mistakes.add(`${path}.sku`, error);
    seen.set(key, 'error-taken');
  }
}
