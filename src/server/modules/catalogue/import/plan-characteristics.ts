import { valueKey } from '@/contract/catalogue/attributes/value-key';
import { productStatuses } from '@/contract/catalogue/products/moderation';
import type { JsonRecord } from '@/server/core/json-record';
import type { GivenCharacteristic } from '../products/characteristics';
import { isOffered } from '../products/product-status';
import { isClearing, type ParsedRow } from './cells';
import type { ImportRun } from './import-run';

/** The characteristics of a product after its row; undefined where the row says nothing new. */
export function characteristicsAfter(
  before: JsonRecord | undefined,
  said: ParsedRow['characteristics'],
): GivenCharacteristic[] | undefined {
  const old = (before?.characteristics ?? []) as GivenCharacteristic[];
  let all = [...old];
  for (const { name, value } of said) {
    const place = all.findIndex((one) => valueKey(one.name) === valueKey(name));
    const has = all[place]?.value;
    if (has !== undefined && valueKey(has) === valueKey(value)) continue;
    if (isClearing(value)) all = all.filter((_one, index) => index !== place);
    else all = place < 0 ? [...all, { name, value }] : all.with(place, { name, value });
  }
  return JSON.stringify(all) === JSON.stringify(old) ? undefined : all;
}

/** Whether a product that goes on sale, or changes there, lacks what its categories demand. Variations may say it later. */
export function lacksCharacteristics(
  { dictionaries: { required } }: ImportRun,
  before: JsonRecord | undefined,
  given: JsonRecord,
  kind: unknown,
): boolean {
  const status = productStatuses.find((one) => one === given.status);
  const isChanged =
    !before || status !== before.status || 'categories' in given || 'characteristics' in given;
  if (required.size === 0 || kind === 'variable' || !status || !isOffered(status) || !isChanged) return false;
  const own = (given.characteristics ?? before?.characteristics ?? []) as GivenCharacteristic[];
  const has = new Set(own.map(({ name }) => valueKey(name)));
  const categories = (given.categories ?? before?.categories ?? []) as number[];
  return categories.some((id) => required.get(Number(id))?.some((key) => !has.has(key)));
}
