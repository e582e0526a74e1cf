import type { ResourceName } from '@/contract/index';
import { stubOf } from './rows/row';
import type { JsonRecord, World } from './world';

/** Keys that hold the id of one row: where it is embedded, and its family. */
const single: Record<string, [key: string, family: ResourceName]> = {
  type_id: ['type', 'groups'],
  shop_id: ['shop', 'shops'],
  author_id: ['author', 'authors'],
  manufacturer_id: ['manufacturer', 'manufacturers'],
  attribute_id: ['attribute', 'attributes'],
  delivery_class_id: ['delivery_class', 'delivery-classes'],
  box_id: ['box', 'boxes'],
  refund_reason_id: ['refund_reason', 'refund-reasons'],
  refund_policy_id: ['refund_policy', 'refund-policies'],
};

/** Keys that hold the ids of several rows. */
const several: Record<string, [key: string, family: ResourceName]> = {
  categories: ['categories', 'categories'],
  tags: ['tags', 'tags'],
  box_ids: ['boxes', 'boxes'],
};

/** The input with the rows that it refers to embedded, as the server sends them. */
export function withRelations(world: World, input: JsonRecord): JsonRecord {
  const row = { ...input };
  const stub = (family: ResourceName, id: unknown) => {
    const found = world.tables[family].find((each) => each.id === id);
    return found ? stubOf(found) : null;
  };
  for (const [field, [key, family]] of Object.entries(single))
    if (field in input) row[key] = stub(family, input[field]);
  for (const [field, [key, family]] of Object.entries(several)) {
    const ids = input[field];
    if (Array.isArray(ids)) row[key] = ids.map((id) => stub(family, id)).filter((one) => one !== null);
  }
  if ('parent' in input) {
    row.parent = stub('categories', input.parent);
    row.parent_id = input.parent;
  }
  return row;
}
