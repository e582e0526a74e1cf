import { clockAt, dayAfter, momentOf, weekDays } from '@/contract/core/day';

/** Until when a part must be assembled: pure arithmetic (rules/orders: a part has a deadline to assemble). */

/** Working hours of a week day, in the business time zone. */
interface WorkingDay {
  day: (typeof weekDays)[number];
  open: string;
  close: string;
}

/** What the settings of a shop say about assembling. */
export interface AssemblyRules {
  /** Working hours to assemble a part; null: `usualHours`. */
  assembly_hours?: number | null;
  /** A part that is ready later than this begins on the next working day, as `15:00`; null: at any time. */
  cut_off?: string | null;
  /** None: every day, from `usualOpen` to `usualClose`. */
  schedule?: readonly WorkingDay[];
}

/** A working day. */
const usualHours = 8;
const [usualOpen, usualClose] = ['10:00', '18:00'];

const hourMs = 3_600_000;
/** Enough for the longest time to assemble of a shop that works one short day a week. */
const maxDays = 2000;

/**
 * The moment until which a part that is ready at `ready` must be assembled. Hours count while the shop works. A shop whose
 * hours do not reach within five years has no deadline: null.
 */
export function computeShipBy(ready: Date, rules: AssemblyRules, timeZone: string): Date | null {
  const local = localTime(ready, timeZone);
  const isLate = Boolean(rules.cut_off) && local.clock >= (rules.cut_off ?? '');
  let left = (rules.assembly_hours ?? usualHours) * hourMs;
  for (let days = isLate ? 1 : 0; days < maxDays; days += 1) {
    const day = dayAfter(local.day, days);
    const hours = hoursOf(day, rules.schedule);
    if (!hours) continue;
    const open = Math.max(momentOf(`${day}T${hours.open}`, timeZone), ready.getTime());
    const close = momentOf(`${day}T${hours.close}`, timeZone);
    if (close <= open) continue;
    if (left <= close - open) return new Date(open + left);
    left -= close - open;
  }
  return null;
}

function hoursOf(
  day: string,
  schedule: readonly WorkingDay[] = [],
): Pick<WorkingDay, 'open' | 'close'> | undefined {
  if (schedule.length === 0) return { open: usualOpen, close: usualClose };
  // `getUTCDay` begins with Sunday.
  const name = weekDays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7];
  const found = schedule.find((one) => one.day === name);
  // Other clients of the dialect may store a day without hours.
  return found && !(isClock(found.open) && isClock(found.close))
    ? { open: usualOpen, close: usualClose }
    : found;
}

const isClock = (text: unknown) => typeof text === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

function localTime(at: Date, timeZone: string): { day: string; clock: string } {
  const text = clockAt(at.getTime(), timeZone);
  return { day: text.slice(0, 10), clock: text.slice(11, 16) };
}
