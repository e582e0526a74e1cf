import { parseJson } from '@/server/core/json-record';

/** Parses `name: value; name: value`, or `[{name, value}]` of the dialect; compositions have commas. Undefined for anything else. */
export function parseOptions(text: string, isByComma = false): { name: string; value: string }[] | undefined {
  const json = jsonIn(text);
  const pairs = Array.isArray(json)
    ? json.map(toPair)
    : text.split(/[\n\r;|]+/).flatMap((part) => (isByComma ? pairsByComma(part) : [part]).flatMap(parsePair));
  const options = pairs.map((pair) => pair && { name: pair.name.trim(), value: pair.value.trim() });
  const isRight =
    options.length > 0 && options.every((pair) => pair && pair.name !== '' && pair.value !== '');
  return isRight ? options.flatMap((pair) => pair ?? []) : undefined;
}

/** `Цвет: синий, Размер: M`: a comma before a name in letters and its colon begins a pair, others belong to the value. */
const pairsByComma = (text: string): string[] => text.split(/,(?=\s*\p{L}[\p{L} ]{0,40}:)/u);

function parsePair(part: string): ({ name: string; value: string } | undefined)[] {
  if (part.trim() === '') return [];
  const [, name, value] = /^([^:=]+)[:=](.+)$/s.exec(part) ?? [];
  return [name === undefined || value === undefined ? undefined : { name, value }];
}

function toPair(pair: unknown): { name: string; value: string } | undefined {
  if (pair === null || typeof pair !== 'object' || !('name' in pair) || !('value' in pair)) return undefined;
  return { name: String(pair.name), value: String(pair.value) };
}

/** Dialect files hold lists and pictures as JSON. */
export const jsonIn = (text: string): unknown => (/^[[{].*[\]}]$/s.test(text) ? parseJson(text) : undefined);
