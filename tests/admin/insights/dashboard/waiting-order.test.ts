import { expect, it } from 'vitest';
import { limited } from '@/contract/core/areas';
import { waitingNames } from '@/contract/insights/analytics';
import { waitingOrder } from '@/features/insights/dashboard/waiting-order';

it('begins with what the role decides: money for finance, the queue for a moderator, packing for a shop', () => {
  const team = (...rights: string[]) => waitingOrder(['super_admin', limited, ...rights], false);

  expect(team('finance:decide', 'refunds:decide').slice(0, 4)).toEqual([
    ...['withdraws', 'approvals', 'refunds', 'late'],
  ]);
  expect(team('moderation:decide').slice(0, 2)).toEqual(['products', 'late']);
  expect(waitingOrder(['store_owner'], true).slice(0, 3)).toEqual(['late', 'orders', 'refunds']);
  // An administrator without a role decides everything.
  expect(waitingOrder(['super_admin'], false)).toEqual(waitingNames);
});

it('leaves nothing out and names nothing twice', () => {
  for (const order of [
    waitingOrder(['super_admin', limited, 'finance:decide'], false),
    waitingOrder([], true),
  ])
    expect(order.toSorted()).toEqual(waitingNames.toSorted());
});
