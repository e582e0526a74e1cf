import { isDay } from '@/contract/core/day';
import { ownValue } from '@/contract/core/own-value';

/**
 * Days on which Russian banks do not work: weekends and public holidays (article 112 of the Labour Code), which move to
 * the next working day from a weekend, those of January excepted. The table holds what the government decides for one
 * year; add a line each autumn. A year without a line follows the law alone.
 */
const holidays = [
  ...['01-01', '01-02', '01-03', '01-04', '01-05', '01-06', '01-07', '01-08'],
  ...['02-23', '03-08', '05-01', '05-09', '06-12', '11-04'],
];

interface Year {
  /** Working days that became days off. */
  off: readonly string[];
  /** Weekends that became working days. */
  working: readonly string[];
  /** Holidays on a weekend whose day off was moved to one of `off` instead of the next working day. */
  moved: readonly string[];
}

const years: Record<string, Year> = {
  // Decree no. 1335 of 4 October 2024.
  2025: { off: ['05-02', '05-08', '06-13', '11-03', '12-31'], working: ['11-01'], moved: ['02-23', '03-08'] },
  // Decree no. 1466 of 24 September 2025.
  2026: { off: ['01-09', '12-31'], working: [], moved: [] },
};

const plain: Year = { off: [], working: [], moved: [] };

/** Whether banks work on a calendar day (`YYYY-MM-DD`). */
export function isBankDay(day: string): boolean {
  if (!isDay(day)) return false;
  const [year, date] = [day.slice(0, 4), day.slice(5)];
  const { off, working } = ownValue(years, year) ?? plain;
  if (working.includes(date)) return true;
  if (off.includes(date) || holidays.includes(date) || isWeekend(day)) return false;
  return !isMovedTo(day);
}

/** The day that is `count` bank days after a day; with 0 the day itself, or the next one on which banks work. */
export function bankDayAfter(day: string, count: number): string {
  let found = day;
  for (let left = count; left > 0; ) {
    found = next(found);
    if (isBankDay(found)) left -= 1;
  }
  while (!isBankDay(found)) found = next(found);
  return found;
}

/** Whether a holiday of the weekend before this working day moves to it. */
function isMovedTo(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  if (date.getUTCDay() !== 1) return false;
  const { moved } = ownValue(years, day.slice(0, 4)) ?? plain;
  return [1, 2].some((back) => {
    const before = new Date(date.getTime() - back * 86_400_000).toISOString().slice(5, 10);
    return holidays.includes(before) && !before.startsWith('01-') && !moved.includes(before);
  });
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

const next = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
