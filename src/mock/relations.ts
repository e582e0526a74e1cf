import type { Stub } from '@/contract/core/define';
import type { ResourceName } from '@/contract/index';
import type { JsonRecord, Row, World } from './world';

/** Families by the keys of the ids: `type_id` embeds `type`, `box_ids` embeds `boxes`. */
const families: Record<string, ResourceName> = {
  type_id: 'groups',
  shop_id: 'shops',
  author_id: 'authors',
  manufacturer_id: 'manufacturers',
  attribute_id: 'attributes',
  delivery_class_id: 'delivery-classes',
  box_id: 'boxes',
  refund_reason_id: 'refund-reasons',
  refund_policy_id: 'refund-policies',
  parent: 'categories',
  categories: 'categories',
  tags: 'tags',
  box_ids: 'boxes',
};

/** The input with the rows that it refers to embedded, as the server sends them. */
export function withRelations(world: World, input: JsonRecord): JsonRecord {
  const row = { ...input };
  for (const [field, family] of Object.entries(families)) {
    if (!(field in input)) continue;
    const value = input[field];
    const rows = world.tables[family];
    if (Array.isArray(value))
      row[field === 'box_ids' ? 'boxes' : field] = value.flatMap((id) => stubs(rows, id));
    else row[field.replace('_id', '')] = stubs(rows, value)[0] ?? null;
  }
  if ('parent' in input) row.parent_id = input.parent;
  return row;
}

/** The row with an id in the form in which it is embedded in others. */
function stubs(rows: readonly Row[], id: unknown): Stub[] {
  return rows
    .filter((row) => row.id === id)
    .map(({ name, title, slug }) => ({
      id: Number(id),
      name: String(name ?? title ?? ''),
      slug: slug ? String(slug) : null,
    }));
}
