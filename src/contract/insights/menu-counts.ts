import type { WaitingName } from '@/contract/insights/analytics';

/** Pending items behind the entries of the menu: decisions, tasks of a shop, unread messages, the contact form. */
export type MenuCountName = WaitingName | 'messages' | 'notices' | 'contacts';

/** `GET menu-counts?shop=`: all counters in one response; those that do not concern the person are absent. */
export type MenuCounts = Partial<Record<MenuCountName, number>>;

export const menuCountsEndpoint = 'menu-counts';
