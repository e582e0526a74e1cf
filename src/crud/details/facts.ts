import type { AnyResource, BaseRow, Column, FieldKind, FormField } from '@/contract/core/define';

interface Fact {
  key: string;
  value: unknown;
  /** What a record is filed under, as opposed to what it says. */
  isSide: boolean;
  /** Too much for a third of a line: texts, pictures, rows. */
  isWide: boolean;
}

const wideKinds: readonly FieldKind[] = ['textarea', 'image', 'images', 'items'];

const moments = ['created_at', 'updated_at'];

/** What a details screen tells of a row: its fields, then what only the list shows; the title stands above them. */
export function factsOf(resource: AnyResource, row: BaseRow & Record<string, unknown>): Fact[] {
  const fields: FormField<Record<string, unknown>>[] = resource.fields;
  const columns: Column<never>[] = resource.columns;
  const shown = fields.filter(
    ({ key, kind, when }) =>
      row[key] !== resource.titleOf(row) && (!when || when(row)) && !isMissing(row, kind, key),
  );
  const told = new Set([...fields.flatMap(({ key, relation }) => [key, relation?.stub ?? key]), ...moments]);
  const others = columns.filter(({ key, kind }) => !told.has(key) && kind !== 'title');
  const own = shown.map(({ key, kind, relation, side }) => ({
    key,
    value: row[relation?.stub ?? key] ?? row[key],
    isSide: (side === true || kind === 'slug' || kind === 'switch') && !wideKinds.includes(kind),
    isWide: wideKinds.includes(kind),
  }));
  return [
    // What is short stands before what is long.
    ...own.toSorted((one, other) => Number(one.isWide) - Number(other.isWide)),
    ...others.map(({ key, value }) => ({
      key,
      value: value ? value(row as never) : row[key],
      isSide: true,
      isWide: false,
    })),
  ];
}

/** A picture that is not there says nothing. */
function isMissing(row: Record<string, unknown>, kind: FieldKind, key: string): boolean {
  return (kind === 'image' || kind === 'images') && [row[key] ?? []].flat().length === 0;
}
