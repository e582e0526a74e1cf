import type { WaitingName } from '@/contract/insights/analytics';

/** What waits for a person behind the entries of the menu: decisions, tasks of a shop, unread words. */
export type MenuCountName = WaitingName | 'messages' | 'notices';

/** `GET menu-counts?shop=`: all counters in one answer; a name that is not the person's is absent. */
export type MenuCounts = Partial<Record<MenuCountName, number>>;

export const menuCountsEndpoint = 'menu-counts';
