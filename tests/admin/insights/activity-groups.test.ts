import { describe, expect, it } from 'vitest';
import type { ActivityEntry } from '@/contract/insights/activity';
import { groupEqualEntries } from '@/features/insights/activity/activity-groups';

const entry = (id: number, more: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id,
  at: '2026-03-10T09:00:00.000Z',
  action: 'update',
  ip: null,
  family: 'products',
  row_id: id,
  user: { id: 7, name: 'Анна' },
  title: null,
  path: null,
  is_removed: false,
  shop: null,
  changes: {},
  ...more,
});

const idsOf = (lines: ActivityEntry[]) => groupEqualEntries(lines).map((group) => group.map(({ id }) => id));

describe('equal entries of the log', () => {
  it('of one actor, action and family within ten minutes are one group', () => {
    expect(idsOf([entry(3), entry(2, { at: '2026-03-10T08:50:00.000Z' }), entry(1)])).toEqual([[3, 2, 1]]);
  });

  it('stay apart when actor, action, family, shop or the time differs', () => {
    const others: Partial<ActivityEntry>[] = [
      { user: { id: 8, name: 'Пётр' } },
      { user: null },
      { action: 'create' },
      { family: 'tags' },
      { shop: { id: 1, name: 'Лавка', slug: 'lavka' } },
      { at: '2026-03-10T08:49:59.000Z' },
    ];
    for (const other of others)
      expect(idsOf([entry(2), entry(1, other)]), JSON.stringify(other)).toEqual([[2], [1]]);
  });

  it('keep the order when something else happened between them', () => {
    expect(idsOf([entry(3), entry(2, { action: 'remove' }), entry(1)])).toEqual([[3], [2], [1]]);
  });
});
