import { businessDay } from '@/contract/settings/business-day';

export interface PeriodBounds {
  from?: string | undefined;
  to?: string | undefined;
}

/** Period presets in business days. */
export const presets = ['this-month', 'last-month', 'this-year'] as const;

export type Preset = (typeof presets)[number];

/** First and last day of a preset. */
export function presetBounds(preset: Preset, now: Date = new Date()): { from: string; to: string } {
  const today = businessDay(now);
  const year = Number(today.slice(0, 4));
  if (preset === 'this-year') return { from: `${year}-01-01`, to: `${year}-12-31` };
  const month = Number(today.slice(5, 7)) - (preset === 'last-month' ? 1 : 0);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: day(Date.UTC(year, month - 1, 1)), to: day(Date.UTC(year, month, 0)) };
}

/** The preset equal to a period; undefined for a custom one. */
export function findPreset({ from, to }: PeriodBounds, now: Date = new Date()): Preset | undefined {
  return presets.find((preset) => {
    const bounds = presetBounds(preset, now);
    return bounds.from === from && bounds.to === to;
  });
}

/** Latest months, current first, as `2026-03`. */
export function lastMonths(count: number, now: Date = new Date()): string[] {
  const today = businessDay(now);
  const first = Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1, 1);
  const start = new Date(first);
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
