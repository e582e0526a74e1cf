import { valueKey } from '@/contract/catalogue/attributes/value-key';

/** A row of the form; the id names the attribute until its name is changed. */
export interface CharacteristicRow {
  attribute_id?: number;
  name: string;
  value: string;
}

/** The rows with a value for a demanded name, what is demanded first; an emptied value leaves. */
export function withRow(
  rows: readonly CharacteristicRow[],
  name: string,
  value: string,
  required: readonly string[],
): CharacteristicRow[] {
  const isIt = (row: CharacteristicRow) => valueKey(row.name) === valueKey(name);
  const old = rows.find(isIt) ?? { name };
  const others = rows.filter((row) => !isIt(row));
  const all = value === '' ? others : [...others, { ...old, value }];
  const placeOf = ({ name: one }: CharacteristicRow) => {
    const place = required.findIndex((other) => valueKey(other) === valueKey(one));
    return place < 0 ? required.length : place;
  };
  return all.sort((one, other) => placeOf(one) - placeOf(other));
}

export const withoutRow = (rows: readonly CharacteristicRow[], index: number): CharacteristicRow[] =>
  rows.filter((_row, place) => place !== index);
