import * as yup from 'yup';
import type { Attachment, BaseRow, Stub } from '@/contract/core/define';
import { amount, attachments, choice, freeText, relatedId } from '@/contract/core/rules';
import { explainedStates, type RefundMethod, type RefundState, refundMethods, refundStates } from './states';

/** Maximum pictures of a request. */
const maxPictures = 10;

/** Pieces of an order line. */
const refundLine = yup.object({
  order_line_id: relatedId().required('error-wrong-value'),
  quantity: amount()
    .required('error-quantity-required')
    .integer('error-whole-number')
    .min(1, 'error-must-be-positive')
    .max(100_000, 'error-too-big'),
});

/** `POST refunds`. Without lines, everything refundable. */
export const requestRefundSchema = yup.object({
  order_id: relatedId().required('error-wrong-value'),
  lines: yup.array(refundLine).max(200, 'error-too-many').typeError('error-wrong-value').nullable(),
  title: freeText().max(255, 'error-too-long').nullable(),
  description: freeText().max(10_000, 'error-too-long').nullable(),
  images: attachments().max(maxPictures, 'error-too-many'),
  refund_reason_id: relatedId(),
  refund_policy_id: relatedId(),
});

export type RequestRefundInput = yup.InferType<typeof requestRefundSchema>;

/** `PUT refunds/{id}`. `version` detects stale decisions. */
export const decideRefundSchema = yup.object({
  // Other clients send capitals.
  status: choice(refundStates, 'error-status-required').lowercase(),
  decision_note: freeText()
    .max(1000, 'error-too-long')
    .nullable()
    .when('status', ([status], note) =>
      explainedStates.includes(status) ? note.required('error-refund-note-required') : note,
    ),
  /** Refund method; defaults to the requested one. */
  method: yup.string().oneOf(refundMethods, 'error-wrong-value'),
  /** The goods are returned to stock. */
  restock: yup.boolean().default(false),
  version: yup.number().integer().positive(),
});

export type DecideRefundInput = yup.InferType<typeof decideRefundSchema>;

/** A refund request, or the money of a cancelled order. Roubles; times in UTC. */
export interface Refund extends BaseRow {
  order_id: number;
  order: { id: number; tracking_number: string; created_at: string };
  tracking_number: string;
  order_created_at: string;
  customer_id: number | null;
  customer: { id: number; name: string; email: string } | null;
  customer_email: string | null;
  /** `cancellation`: a paid order was cancelled. */
  origin: 'request' | 'cancellation';
  method: RefundMethod;
  status: RefundState;
  /** Owners and staff see the amount of their own goods. */
  amount: number;
  /** Part of the amount paid with points, which is refunded as points. */
  wallet_amount: number;
  title: string | null;
  description: string | null;
  images: Attachment[];
  refund_reason_id: number | null;
  refund_reason: Stub | null;
  refund_policy_id: number | null;
  refund_policy: { id: number; title: string; slug: string } | null;
  decision_note: string | null;
  decided_at: string | null;
}

/** Pieces of a line. `vendor_amount`, the shop's share, only for users who may see its money. */
export interface RefundLine {
  id: number;
  order_line_id: number;
  shop: Stub | null;
  name: string;
  variation: string | null;
  image: Attachment | null;
  quantity: number;
  unit_price: number;
  amount: number;
  vendor_amount?: number;
}

/** A refund with its details. */
export interface RefundDetails extends Refund {
  lines: RefundLine[];
  customer_contact: string | null;
  /** Moves that the current user may make. */
  moves: RefundState[];
  /** Points credited to the wallet; only for users who may decide. */
  returned_points?: number;
}

/** A refundable line of `GET orders/{id}/refundable`. Roubles. */
export interface RefundableLine {
  id: number;
  /** The shop's part of the order. */
  order_id: number;
  shop: Stub | null;
  name: string;
  variation: string | null;
  image: Attachment | null;
  quantity: number;
  refunded_quantity: number;
  /** Pieces that can be refunded. */
  left: number;
  total: number;
  delivery: number;
  wallet: number;
}

export interface Refundable {
  order_id: number;
  tracking_number: string;
  /** Why nothing can be refunded now; null otherwise. */
  refusal: 'open' | 'nothing' | 'period' | null;
  lines: RefundableLine[];
}
