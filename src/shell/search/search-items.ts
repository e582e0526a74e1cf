import type { Tone } from '@/contract/core/define';
import type { SearchFamily, SearchResult } from '@/contract/insights/everything';

/** A search result: a place or an action. */
export interface SearchItem {
  /** Unique in the results. */
  key: string;
  title: string;
  note?: string | null | undefined;
  /** Symbol of `public/icons.svg`. */
  icon: string;
  picture?: string | null;
  status?: string | null;
  /** Target, without base path and language. */
  path?: string | undefined;
  /** Language of the target, when it differs. */
  locale?: string;
  run?: () => void;
  /** True for pages and records, which are remembered; false for actions. */
  isPlace?: boolean;
  /** Counted under its key when it is chosen: pages, actions and settings. */
  isCounted?: boolean;
}

export interface SearchGroup {
  key: string;
  title: string;
  items: SearchItem[];
  /** Clears the history. */
  onForget?: () => void;
}

const icons: Record<SearchFamily, string> = {
  orders: 'shopping-bag',
  products: 'package',
  shops: 'store',
  users: 'users',
  staffs: 'users',
  coupons: 'ticket',
  categories: 'folder-tree',
};

/** A record as a result; amount and date go into its note. */
export function recordItem(
  family: SearchFamily,
  found: SearchResult,
  words: { money: (sum: number) => string; day: (iso: string) => string; number: (id: string) => string },
): SearchItem {
  const facts = [
    found.subtitle,
    found.amount === null ? null : words.money(found.amount),
    found.at === null ? null : words.day(found.at),
  ];
  return {
    key: `${family} ${found.id}`,
    title: family === 'orders' ? words.number(found.title) : found.title,
    note: facts.filter(Boolean).join(' · '),
    icon: icons[family],
    picture: found.picture,
    status: found.status,
    path: found.path,
    isPlace: true,
  };
}

/** Tones of statuses worth a badge; normal states have none. */
export const statusTones: Record<string, Tone> = {
  'order-pending': 'warn',
  'order-processing': 'accent',
  'order-at-local-facility': 'accent',
  'order-out-for-delivery': 'accent',
  'order-completed': 'good',
  'order-cancelled': 'bad',
  'order-refunded': 'neutral',
  'order-failed': 'bad',
  publish: 'good',
  approved: 'good',
  under_review: 'warn',
  rejected: 'bad',
  unpublish: 'neutral',
  draft: 'neutral',
  waiting: 'warn',
  banned: 'bad',
};
