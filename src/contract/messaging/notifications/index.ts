import type { Attachment, BaseRow } from '@/contract/core/define';
import type { NotifyEvent, NotifyType } from './kinds';

export const notifyLogsEndpoint = 'notify-logs';

export interface NotifyLog extends Pick<BaseRow, 'id'> {
  receiver: number;
  sender: number | null;
  /** Null for system events and removed users. */
  sender_user: { id: number; name: string; avatar: Attachment | null } | null;
  notify_type: NotifyType;
  notify_event: NotifyEvent;
  notify_receiver_type: 'admin' | 'vendor' | 'customer';
  is_read: boolean;
  /** Excerpt of user content: message text, notice title or product name. */
  notify_text: string | null;
  notify_tracker: string | null;
  subject_id: number | null;
  /** The shop whose pages show the subject. */
  shop: { id: number; name: string; slug: string } | null;
  created_at: string;
  /** When it was read; until then, when it arrived. */
  updated_at?: string;
}

/** `GET notify-logs/unread`. */
export interface UnreadNotifications {
  total: number;
}

/**
 * Path of the subject: in the panel root for administrators, in the shop's pages for vendors and staff; null when it
 * has none.
 */
export function notificationPlace(
  log: Pick<NotifyLog, 'notify_type' | 'notify_receiver_type' | 'subject_id'> & {
    notify_event?: NotifyEvent;
    shop: { slug: string } | null;
  },
): string | null {
  const { notify_type: type, subject_id: id, shop } = log;
  if (type === 'shop') return shop && `/${encodeURIComponent(shop.slug)}`;
  if (id === null) return null;
  if (type === 'approval') return `/approvals?id=${id}`;
  if (type === 'reconciliation')
    return `/ledger?view=reconciliation${log.notify_event === 'opened' ? '' : '&part=nights'}`;
  if (type === 'store_notice') return `/store-notices/${id}`;
  const isAdmin = log.notify_receiver_type === 'admin';
  if (type === 'message') return `${isAdmin ? '/message' : '/shop-message'}/${id}`;
  if (isAdmin && log.notify_event === 'reported') return '/abusive_reports';
  if (!isAdmin && !shop) return null;
  if (log.notify_event === 'invited' && shop)
    return `/${encodeURIComponent(shop.slug)}/flash-sale/my-products`;
  const below = isAdmin || !shop ? '' : `/${encodeURIComponent(shop.slug)}`;
  return `${below}/${folders[type]}${type === 'review' || type === 'question' ? '' : `/${id}`}`;
}

const folders = {
  order: 'orders',
  refund: 'refunds',
  withdraw: 'withdraws',
  product: 'products',
  review: 'reviews',
  question: 'questions',
} as const;
