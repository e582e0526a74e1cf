import type * as yup from 'yup';
import { action, as, type Fields } from '@/contract/core/action';
import { adminOnly, signedIn, withStaff } from '@/contract/core/permissions';
import { assignMarksSchema, type MarkedLine } from '@/contract/orders/marks';
import {
  answerRefundSchema,
  type ExchangeOffer,
  exchangeSchema,
  openReturnSchema,
  type Refundable,
  type RefundDetails,
  refundCodeSchema,
  returnStageSchema,
} from './schema';

/** What can be asked of refunds, besides the rows of its families. */

export const getRefundable = action(
  'GET orders/:key/refundable',
  'What can be refunded, or why nothing can: of the whole order for its customer and administrators, of a part for its shop.',
  {
    right: 'refunds:read',
    allow: [...signedIn, 'staff:orders'],
    capability: 'order-refunds',
    answer: as<Refundable>(),
  },
);
export const sendRefundCode = action(
  'POST refunds/:key/code',
  'Sends the customer the code that confirms the handover of money.',
  {
    right: 'refunds:write',
    allow: adminOnly,
    capability: 'order-codes',
    answer: as<{ retry_after: number }>(),
  },
);
export const completeRefund = action(
  'POST refunds/:key/complete',
  "Approves a refund by the customer's code.",
  {
    right: 'refunds:write',
    allow: adminOnly,
    confirm: true,
    body: refundCodeSchema,
    sends: as<{ code: string }>(),
  },
);
export const openReturn = action(
  'POST orders/:key/returns',
  'The shop takes back goods of its part, or returns money without goods; it needs no request, for it agrees already.',
  {
    right: 'refunds:write',
    allow: withStaff('orders'),
    capability: 'order-returns',
    created: true,
    idempotent: true,
    body: openReturnSchema,
    sends: as<Fields<yup.InferType<typeof openReturnSchema>>>(),
    answer: as<RefundDetails>(),
  },
);
export const offerExchange = action('GET orders/:key/exchange', 'What a line can be exchanged for.', {
  right: 'refunds:read',
  allow: withStaff('orders'),
  capability: 'order-returns',
  answer: as<ExchangeOffer>(),
});
export const exchange = action(
  'POST orders/:key/exchange',
  'Exchanges pieces of a line for another variation, at today’s price and on the terms of the order.',
  {
    right: 'refunds:write',
    allow: withStaff('orders'),
    capability: 'order-returns',
    created: true,
    idempotent: true,
    body: exchangeSchema,
    sends: as<Fields<yup.InferType<typeof exchangeSchema>>>(),
    answer: as<RefundDetails>(),
  },
);
export const answerRefund = action(
  'POST refunds/:key/answer',
  "A shop agrees to a customer's request, or objects with a reason and pictures, and then an administrator decides.",
  {
    right: 'refunds:write',
    allow: withStaff('orders'),
    capability: 'order-returns',
    body: answerRefundSchema,
    sends: as<Fields<yup.InferType<typeof answerRefundSchema>>>(),
    answer: as<RefundDetails>(),
  },
);
export const moveGoods = action(
  'POST refunds/:key/stage',
  'Says that goods of an agreed return are on their way, received or inspected.',
  {
    right: 'refunds:write',
    allow: withStaff('orders'),
    capability: 'order-returns',
    body: returnStageSchema,
    sends: as<Fields<yup.InferType<typeof returnStageSchema>>>(),
    answer: as<RefundDetails>(),
  },
);
export const returnedMarks = action(
  'GET refunds/:key/marks',
  'Lines of the own shops of which only some marked pieces come back, with the codes that are named.',
  { right: 'refunds:read', allow: withStaff('orders'), capability: 'receipts', answer: as<MarkedLine[]>() },
);
export const assignMarks = action(
  'PUT refunds/:key/marks',
  'Says which marked pieces of the own shops come back.',
  {
    right: 'refunds:write',
    allow: withStaff('orders'),
    capability: 'receipts',
    body: assignMarksSchema,
    answer: as<RefundDetails>(),
  },
);
