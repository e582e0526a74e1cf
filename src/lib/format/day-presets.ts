import { businessDay } from '@/contract/settings/business-day';

export const dayPresets = ['today', 'yesterday', 'week', 'month', 'this-month'] as const;

export type DayPreset = (typeof dayPresets)[number];

const dayMs = 24 * 60 * 60 * 1000;

/** First and last day of a preset, both included; today by the time zone of the business. */
export function presetDays(preset: DayPreset, now = new Date()): [from: string, to: string] {
  const today = businessDay(now);
  const before = (days: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
  const ranges: Record<DayPreset, [string, string]> = {
    today: [today, today],
    yesterday: [before(1), before(1)],
    week: [before(6), today],
    month: [before(29), today],
    'this-month': [`${today.slice(0, 8)}01`, today],
  };
  return ranges[preset];
}
