import { oneLine } from '@/contract/core/text';

/** Comparable key of a value or name, whatever its spelling: case, ё, white space. `value_key` in SQL is the same. */
export function valueKey(text: string): string {
  return oneLine(text).toLocaleLowerCase('ru').replaceAll('ё', 'е');
}
