/** Receivers: administrators, shop owners, buyers. */
export const receivers = ['admin', 'vendor', 'customer'] as const;
export type Receiver = (typeof receivers)[number];

const orderEvents = ['statusChangeOrder', 'paymentOrder', 'refundOrder'] as const;

/** Events with e-mails by receiver, named as in the dialect; `productReview`, a decision about a product, is ours. */
export const mailEvents = {
  admin: orderEvents,
  vendor: [...orderEvents, 'productReview', 'createQuestion', 'createReview'],
  customer: [...orderEvents, 'answerQuestion'],
} as const;

export const smsEvents = { admin: orderEvents, vendor: orderEvents, customer: orderEvents } as const;

/** Kinds of notifications (the last eight are ours). */
export const bells = [
  'order',
  'message',
  'storeNotice',
  'refund',
  'withdraw',
  'shop',
  'product',
  'review',
  'question',
  'approval',
  'reconciliation',
] as const;

type Switches<Events extends Record<Receiver, readonly string[]>> = {
  [Key in Receiver]: Record<Events[Key][number], boolean>;
};

export type MailEvents = Switches<typeof mailEvents>;
export type SmsEvents = Switches<typeof smsEvents>;
export type Bell = (typeof bells)[number];

/** All events of all receivers, in display order. */
export const allEvents = [
  ...orderEvents,
  'productReview',
  'createReview',
  'createQuestion',
  'answerQuestion',
] as const;
export type TellingEvent = (typeof allEvents)[number];

/** Values of the events tab. */
export interface EventSettings {
  emailEvent: MailEvents;
  smsEvent: SmsEvents;
  pushNotification: { all: Record<Bell, boolean> };
}

/** The same switch for each of some events. */
const switched = <Name extends string>(names: readonly Name[], isOn: boolean) =>
  Object.fromEntries(names.map((name) => [name, isOn])) as Record<Name, boolean>;

/**
 * Defaults: e-mails to buyers and shops, none to administrators, no SMS (they cost money), all notifications. Separate from
 * the other defaults, which every page ships: only the server and the tab need these.
 */
export const defaultEvents: EventSettings = {
  emailEvent: {
    admin: switched(mailEvents.admin, false),
    vendor: switched(mailEvents.vendor, true),
    customer: switched(mailEvents.customer, true),
  },
  smsEvent: {
    admin: switched(smsEvents.admin, false),
    vendor: switched(smsEvents.vendor, false),
    customer: switched(smsEvents.customer, false),
  },
  pushNotification: { all: switched(bells, true) },
};
