import { businessZone, datePattern, dayValue, isDay } from '@/contract/core/day';
import { dayText } from '@/contract/settings/business-day';

export { dayText, dayValue, isDay };

/**
 * Dates as people type them, `12.11.2026` and `12.11.2026 14:30`, in every browser language, converted to and from ISO
 * 8601. Incomplete input is left unchanged for the schema to refuse.
 */

const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/;
const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/** `2026-11-12T11:30:00.000Z` → `12.11.2026 14:30`, on the clock of the business. */
export function momentText(value: string): string {
  return isoMoment.test(value) ? wallText(wallOf(new Date(value))) : value;
}

/** `12.11.2026 14:30` on the clock of the business → `2026-11-12T11:30:00.000Z`. */
export function momentValue(text: string): string {
  if (isoMoment.test(text.trim())) return new Date(text.trim()).toISOString();
  const parts = /^(\S+)[ ,T]+(\d{1,2}):(\d{2})$/.exec(text.trim());
  const day = dayValue(parts?.[1] ?? '');
  const [hours, minutes] = [Number(parts?.[2]), Number(parts?.[3])];
  if (!isDay(day) || !(hours < 24 && minutes < 60)) return text;
  const wall = Date.parse(`${day}T00:00:00Z`) + (hours * 60 + minutes) * 60_000;
  // The zone's offset is looked up again at the computed moment: it may change in between.
  const first = wall - (wallOf(new Date(wall)) - wall);
  return new Date(wall - (wallOf(new Date(first)) - first)).toISOString();
}

/** `2026-11-12T14:30`, the value of a native datetime picker. */
export function pickerText(value: string): string {
  return isoMoment.test(value) ? new Date(wallOf(new Date(value))).toISOString().slice(0, 16) : '';
}

/** Inserts the dots while a date is typed; converts pasted dates of other formats. */
export function maskDay(text: string): string {
  const clean = text.trim();
  if (isoDay.test(clean)) return dayText(clean);
  // A date typed year first: no month is greater than 12.
  const year = /^(\d\d)\.(\d\d)\.?-$/.exec(clean);
  if (year && Number(year[2]) > 12) return `${year[1]}${year[2]}-`;
  if (/^\d{4}-[\d-]*$/.test(clean)) return clean;
  const parts = clean
    .replace(/[^\d]+/g, '.')
    .replace(/^\./, '')
    .split('.');
  const day = (parts[0] ?? '').slice(0, 2);
  const rest = (parts[0] ?? '').slice(2) + (parts[1] ?? '');
  const tail = rest.slice(2) + parts.slice(2).join('');
  const hasMonth = parts.length > 1 || day.length === 2;
  const hasYear = parts.length > 2 || rest.length >= 2;
  return `${day}${hasMonth ? '.' : ''}${rest.slice(0, 2)}${hasYear ? '.' : ''}${tail.slice(0, 4)}`;
}

/** The same with the hour and the minute behind. */
export function maskMoment(text: string): string {
  const clean = text.trimStart();
  if (isoMoment.test(clean.trim())) return momentText(clean.trim());
  if (/^\d{4}-/.test(clean)) return isoDay.test(clean.trim()) ? dayText(clean.trim()) : clean;
  const [day = '', ...others] = clean.split(/[ ,T]+/);
  const masked = maskDay(day);
  const digits = others.join('').replace(/[^\d:]/g, '');
  const overflow = day.replace(/\D/g, '').slice(8);
  if (masked.length < 10) return masked;
  const time = digits || overflow;
  const [hours = '', minutes] = time.includes(':')
    ? time.split(':')
    : [time.slice(0, 2), time.slice(2) || undefined];
  const hasMinutes = minutes !== undefined || hours.length === 2;
  return `${masked} ${hours.slice(0, 2)}${hasMinutes ? ':' : ''}${(minutes ?? '').slice(0, 2)}`;
}

/** Completes short input: two-digit years, moments without a time. */
export function finishDay(text: string, withTime = false): string {
  const [day = '', time = ''] = text.trim().split(' ');
  const long = day.replace(/^(\d{1,2}\.\d{1,2}\.)(\d{2})$/, (_all, start, year) => `${start}20${year}`);
  const full = dayText(dayValue(long));
  if (!withTime || !datePattern.test(full)) return withTime ? text.trim() : full;
  const [hours = '', minutes = ''] = time.split(':');
  return `${full} ${hours.padStart(2, '0')}:${minutes.padEnd(2, '0')}`;
}

/** Business-zone wall clock of a moment, expressed as UTC. */
function wallOf(date: Date): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: businessZone(),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(date);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

function wallText(wall: number): string {
  const iso = new Date(wall).toISOString();
  return `${dayText(iso.slice(0, 10))} ${iso.slice(11, 16)}`;
}
