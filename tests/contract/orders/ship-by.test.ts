import { describe, expect, it } from 'vitest';
import { type AssemblyRules, computeShipBy } from '@/contract/orders/ship-by';

const weekdays = (['mon', 'tue', 'wed', 'thu', 'fri'] as const).map((day) => ({
  day,
  open: '10:00',
  close: '18:00',
}));
const nights = [{ day: 'sat' as const, open: '22:00', close: '23:30' }];
const everyDay = (['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const).map((day) => ({
  day,
  open: '00:00',
  close: '06:00',
}));
const moscow = 'Europe/Moscow';
const berlin = 'Europe/Berlin';

interface Case {
  title: string;
  ready: string;
  rules: AssemblyRules;
  zone?: string;
  until: string;
}

/** 10 March 2026 is a Tuesday; Moscow is three hours ahead of UTC all year. */
const cases: Case[] = [
  {
    title: 'counts hours of the same day',
    ready: '2026-03-10T08:00Z',
    rules: { assembly_hours: 4, schedule: weekdays },
    until: '2026-03-10T12:00Z',
  },
  {
    title: 'ends at the minute of closing',
    ready: '2026-03-10T07:00Z',
    rules: { assembly_hours: 8, schedule: weekdays },
    until: '2026-03-10T15:00Z',
  },
  {
    title: 'begins at opening when it is ready earlier',
    ready: '2026-03-10T01:00Z',
    rules: { assembly_hours: 2, schedule: weekdays },
    until: '2026-03-10T09:00Z',
  },
  {
    title: 'goes on the next morning',
    ready: '2026-03-10T14:00Z',
    rules: { assembly_hours: 4, schedule: weekdays },
    until: '2026-03-11T10:00Z',
  },
  {
    title: 'passes over a weekend',
    ready: '2026-03-13T14:30Z',
    rules: { assembly_hours: 1, schedule: weekdays },
    until: '2026-03-16T07:30Z',
  },
  {
    title: 'begins on Monday when it is ready on a Sunday',
    ready: '2026-03-15T09:00Z',
    rules: { assembly_hours: 3, schedule: weekdays },
    until: '2026-03-16T10:00Z',
  },
  {
    title: 'begins on the next working day after the cut-off',
    ready: '2026-03-10T12:00Z',
    rules: { assembly_hours: 2, cut_off: '15:00', schedule: weekdays },
    until: '2026-03-11T09:00Z',
  },
  {
    title: 'begins at once a minute before the cut-off',
    ready: '2026-03-10T11:59Z',
    rules: { assembly_hours: 2, cut_off: '15:00', schedule: weekdays },
    until: '2026-03-10T13:59Z',
  },
  {
    title: 'passes over a weekend after the cut-off of a Friday',
    ready: '2026-03-13T12:30Z',
    rules: { assembly_hours: 8, cut_off: '15:00', schedule: weekdays },
    until: '2026-03-16T15:00Z',
  },
  {
    title: 'takes a working day where the shop says nothing',
    ready: '2026-03-14T05:00Z',
    rules: {},
    until: '2026-03-14T15:00Z',
  },
  {
    title: 'takes weeks where a shop works one evening a week',
    ready: '2026-03-10T12:00Z',
    rules: { assembly_hours: 4, schedule: nights },
    until: '2026-03-28T20:00Z',
  },
  {
    title: 'follows the local day, not the one of UTC',
    ready: '2026-03-10T21:30Z',
    rules: { assembly_hours: 1, schedule: weekdays },
    until: '2026-03-11T08:00Z',
  },
  {
    title: 'opens an hour earlier in UTC after summer time began',
    ready: '2026-03-27T17:00Z',
    rules: { assembly_hours: 2, schedule: weekdays },
    zone: berlin,
    until: '2026-03-30T10:00Z',
  },
  {
    title: 'opens an hour later in UTC after summer time ended',
    ready: '2026-10-23T16:00Z',
    rules: { assembly_hours: 2, schedule: weekdays },
    zone: berlin,
    until: '2026-10-26T11:00Z',
  },
  {
    title: 'has an hour less in the night when summer time begins',
    ready: '2026-03-28T23:00Z',
    rules: { assembly_hours: 6, schedule: everyDay },
    zone: berlin,
    until: '2026-03-29T23:00Z',
  },
  {
    title: 'has an hour more in the night when summer time ends',
    ready: '2026-10-24T22:00Z',
    rules: { assembly_hours: 7, schedule: everyDay },
    zone: berlin,
    until: '2026-10-25T05:00Z',
  },
  {
    title: 'opens after the change when it skips the hour of opening',
    ready: '2026-03-28T20:00Z',
    rules: { assembly_hours: 1, schedule: [{ day: 'sun', open: '02:30', close: '12:00' }] },
    zone: berlin,
    until: '2026-03-29T02:30Z',
  },
  {
    title: 'works in a zone behind UTC',
    ready: '2026-03-11T01:00Z',
    rules: { assembly_hours: 1, schedule: weekdays },
    zone: 'America/New_York',
    until: '2026-03-11T15:00Z',
  },
];

describe('the deadline of a part', () => {
  for (const { title, ready, rules, zone = moscow, until } of cases) {
    it(title, () => {
      expect(computeShipBy(new Date(ready), rules, zone)?.toISOString()).toBe(new Date(until).toISOString());
    });
  }

  it('does not exist where the hours do not reach within five years', () => {
    const rules: AssemblyRules = {
      assembly_hours: 500,
      schedule: [{ day: 'mon', open: '10:00', close: '10:01' }],
    };
    expect(computeShipBy(new Date('2026-03-10T08:00Z'), rules, moscow)).toBeNull();
  });
});
