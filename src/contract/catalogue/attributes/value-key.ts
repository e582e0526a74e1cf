import { oneLine } from '@/contract/core/text';

/**
 * Comparable key of a value or name, whatever its spelling: case, ё, white space, letters that look alike, the sign between
 * sizes («20х30», «20 × 30»), the one before decimals, dashes, inches and the blank before a unit. `spelling_key` in SQL is
 * the same.
 */
export function valueKey(text: string): string {
  const halves = text.replaceAll('½', ' 1/2').replaceAll('¼', ' 1/4').replaceAll('¾', ' 3/4');
  const alike = oneLine(halves)
    .toLocaleLowerCase('ru')
    .replace(anyLooking, (sign) => written[looking.indexOf(sign)] ?? sign);
  return alike
    .replaceAll("''", '"')
    .replace(/([0-9]),(?=[0-9])/g, '$1.')
    .replace(/([0-9]) (?=[a-zа-я%°"])/g, '$1')
    .replace(/([0-9][a-zа-я"]{0,3}) ?[x*] ?(?=[0-9])/g, '$1x')
    .replace(/([0-9]) ?- ?(?=[0-9])/g, '$1-');
}

const looking = 'ёавекмнорстухіјѕ×²³‐‑‒–—−„“”«»″‟’‘′`´';
const written = `eabekmhopctyxijsx23------"""""""'''''`;
const anyLooking = new RegExp(`[${looking}]`, 'g');
