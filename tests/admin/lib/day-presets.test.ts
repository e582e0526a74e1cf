import { expect, it } from 'vitest';
import { presetDays } from '@/lib/format/day-presets';

// Half past midnight of the first of March in Moscow, still February in London.
const now = new Date('2026-02-28T21:30:00Z');

it.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['week', '2026-02-23', '2026-03-01'],
  ['month', '2026-01-31', '2026-03-01'],
  ['this-month', '2026-03-01', '2026-03-01'],
] as const)('%s lasts from %s to %s on the business calendar', (preset, from, to) => {
  expect(presetDays(preset, now)).toEqual([from, to]);
});
