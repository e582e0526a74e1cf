/** Subjects of a notification; other clients of the dialect know the first three only. */
export const notifyTypes = [
  'order',
  'message',
  'store_notice',
  'refund',
  'withdraw',
  'shop',
  'product',
  'review',
  'question',
  'approval',
  'reconciliation',
] as const;
export type NotifyType = (typeof notifyTypes)[number];

/**
 * Events; `new` also means requested. `reported`: a complaint was made; `invited`: to a flash sale; `opened` and `closed`:
 * administrators switched the shop on or off.
 * A vendor's paper was sent, accepted or declined, or expires;
 * the vendor is self-employed no more. Of a request for a second person: `opened` asks to decide,
 * `approved`, `rejected` and `closed` tell who prepared it. Of a reconciliation: `opened` tells of differences of payouts. Of a payout: `debited` by the bank, `returned` to the shop.
 */
export const notifyEvents = [
  'new',
  'approved',
  'rejected',
  'on_hold',
  'processing',
  'answered',
  'reported',
  'invited',
  'opened',
  'closed',
  'paper-sent',
  'paper-accepted',
  'paper-declined',
  'paper-expires',
  'status-ended',
  'debited',
  'returned',
] as const;
export type NotifyEvent = (typeof notifyEvents)[number];
