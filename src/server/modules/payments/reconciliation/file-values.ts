import { toMinor } from '@/contract/core/money';
import { moscowDay } from '@/server/integrations/moscow-day';

/** Characters that files put between thousands: spaces of all kinds, apostrophes. */
const separators = /[\s\u00a0\u202f'’`]/g;

/** A sum as files write it, in kopecks; undefined for anything that is not exactly a sum. */
export function readKopecks(text: string): number | undefined {
  const [, sign, whole = '', part = ''] =
    /^([-−]?)(\d{0,13})(?:[.,](\d{0,2}|\d{2}0{2,6}))?$/.exec(text.replace(separators, '')) ?? [];
  if (whole === '' && part === '') return undefined;
  const sum = toMinor(Number(`${whole || '0'}.${part.slice(0, 2) || '0'}`));
  return sign ? 0 - sum : sum;
}

/** A day as files write it, with or without a time: `27.11.2026`, `2026-11-27`, or a moment in UTC as its day in Moscow. */
export function readDay(text: string): string | undefined {
  const cell = text.trim();
  const [, day, month, year] =
    /^(\d{2})\.(\d{2})\.(\d{4}|\d{2})(?:[ T]+\d{1,2}:\d{2}(?::\d{2})?)?$/.exec(cell) ?? [];
  if (day) return realDay(`${year?.length === 2 ? `20${year}` : year}-${month}-${day}`);
  const [, local] = /^(\d{4}-\d{2}-\d{2})(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$/.exec(cell) ?? [];
  if (local) return realDay(local);
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(cell)) return undefined;
  const moment = new Date(cell);
  return Number.isNaN(moment.getTime()) ? undefined : moscowDay(moment);
}

function realDay(text: string): string | undefined {
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : undefined;
}
