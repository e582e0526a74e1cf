/** What a notification can speak of (reference entity E83; the last five are ours). */
export const notifyTypes = [
  'order',
  'message',
  'store_notice',
  'refund',
  'withdraw',
  'product',
  'review',
  'question',
] as const;
export type NotifyType = (typeof notifyTypes)[number];

/** What happened to it; `new` also stands for "asked". `reported`: somebody complained of it; `invited`: to a flash sale. */
export const notifyEvents = [
  'new',
  'approved',
  'rejected',
  'on_hold',
  'processing',
  'answered',
  'reported',
  'invited',
] as const;
export type NotifyEvent = (typeof notifyEvents)[number];
