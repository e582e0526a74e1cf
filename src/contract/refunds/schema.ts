import * as yup from 'yup';
import type { Attachment, BaseRow, Stub } from '@/contract/core/define';
import { amount, attachments, choice, freeText, relatedId, whole } from '@/contract/core/rules';
import { isWholeKopecks } from '@/contract/ledger/schema';
import type { OrderNumbers } from '@/contract/orders/number';
import {
  explainedStates,
  type RefundKind,
  type RefundMethod,
  type RefundState,
  type ReturnStage,
  refundKinds,
  refundMethods,
  refundStates,
  returnStages,
  shopAnswers,
} from './states';

/** Maximum pictures of a request. */
const maxPictures = 10;

const pieces = () => whole(1, 100_000).required('error-quantity-required');

const refundLine = yup.object({
  order_line_id: relatedId().required('error-wrong-value'),
  quantity: pieces(),
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

/** How many of the pieces cannot be sold again; the others return to the stock. */
const writtenOff = () => whole(0, 100_000).default(0);

const writeOffReason = () => freeText().max(300, 'error-too-long').nullable();

/** `POST orders/{part}/returns`: a shop takes back goods of its part, or returns money without goods. */
export const openReturnSchema = yup.object({
  kind: yup.string().oneOf(refundKinds, 'error-wrong-value').default('goods'),
  /** Goods. */
  lines: yup
    .array(refundLine.shape({ written_off: writtenOff() }))
    .max(200, 'error-too-many')
    .typeError('error-wrong-value')
    .nullable(),
  /** Delivery and goodwill, in roubles; the server limits both. */
  amount: amount()
    .moreThan(0, 'error-must-be-positive')
    .max(1e10, 'error-too-big')
    .test('kopecks', 'error-amount-kopecks', isWholeKopecks),
  /** The goods are here and looked at. */
  received: yup.boolean().default(false),
  write_off_reason: writeOffReason(),
  /** Over the counter: cash leaves the drawer of the person's open shift. */
  at_till: yup.boolean().default(false),
  description: freeText().max(10_000, 'error-too-long').nullable(),
  images: attachments().max(maxPictures, 'error-too-many'),
  /** One of the dictionary, or words of one's own where none fits. */
  refund_reason_id: relatedId().when('description', ([description], id) =>
    description ? id : id.required('error-return-reason-required'),
  ),
});

/** `POST orders/{part}/exchange`: pieces of a line for as many of another variation of the same product. */
export const exchangeSchema = refundLine.shape({
  variation_option_id: relatedId().required('error-wrong-value'),
  written_off: writtenOff(),
  write_off_reason: writeOffReason(),
  /** The difference as the person saw it: positive when the customer pays. */
  difference: amount().required('error-wrong-value'),
  /** How the shop took a difference that comes on top of money of the marketplace. */
  paid_by: yup
    .string()
    .oneOf(['CASH', 'CARD'] as const, 'error-wrong-value')
    .default('CARD'),
  refund_reason_id: relatedId(),
});

/** `POST refunds/{id}/answer`: a shop agrees, or objects with a reason and pictures. */
export const answerRefundSchema = yup.object({
  answer: yup.string().oneOf(shopAnswers, 'error-wrong-value').required('error-wrong-value'),
  note: freeText()
    .max(1000, 'error-too-long')
    .nullable()
    .when('answer', ([answer], note) =>
      answer === 'objected' ? note.required('error-refund-note-required') : note,
    ),
  images: attachments().max(maxPictures, 'error-too-many'),
});

/** `POST refunds/{id}/stage`: goods of a shop move on; at the inspection each piece is restocked or written off. */
export const returnStageSchema = yup.object({
  stage: yup.string().oneOf(returnStages, 'error-wrong-value').required('error-wrong-value'),
  /** For administrators, when several shops are concerned. */
  shop_id: relatedId(),
  lines: yup
    .array(yup.object({ id: relatedId().required('error-wrong-value'), written_off: writtenOff() }))
    .max(200, 'error-too-many')
    .typeError('error-wrong-value')
    .default([]),
  write_off_reason: writeOffReason(),
});

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
  /** Accepts fewer pieces than requested; lines that are left out are refused. */
  lines: yup
    .array(yup.object({ id: relatedId().required('error-wrong-value'), quantity: pieces() }))
    .max(200, 'error-too-many')
    .typeError('error-wrong-value')
    .nullable(),
  version: yup.number().integer().positive(),
});

export type OpenReturnInput = yup.InferType<typeof openReturnSchema>;
export type ExchangeInput = yup.InferType<typeof exchangeSchema>;

export type DecideRefundInput = yup.InferType<typeof decideRefundSchema>;

/** A refund request, or the money of a cancelled order. Roubles; times in UTC. */
export interface Refund extends BaseRow {
  order_id: number;
  order: OrderNumbers & { id: number; created_at: string };
  tracking_number: string;
  short_number?: string | null;
  order_created_at: string;
  customer_id: number | null;
  customer: { id: number; name: string; email: string } | null;
  customer_email: string | null;
  /** `cancellation`: a paid order was cancelled. */
  origin: 'request' | 'cancellation';
  kind: RefundKind;
  method: RefundMethod;
  status: RefundState;
  /** Until when the shops answer; null without a clock. */
  answer_until: string | null;
  /** The shops agreed, and the money waits for the inspection. */
  agreed_at: string | null;
  /** An administrator decides. */
  escalated_at: string | null;
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
  /** With goods in it, or whose part it is about; a vendor sees own shops. */
  of_shops: Stub[];
  /** Of money that goes back through a payment provider; `refused`: a person chooses another way. */
  money_state?: 'sending' | 'sent' | 'refused' | null;
}

/** What a payment provider was asked to return. Roubles. */
export interface RefundTransfer {
  id: number;
  provider: string;
  method: string | null;
  amount: number;
  state: 'new' | 'pending' | 'unknown' | 'succeeded' | 'canceled' | 'by_hand';
  /** Refused, and a person has chosen another way. */
  is_replaced: boolean;
  failure: string | null;
  sent_at: string | null;
  ended_at: string | null;
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
  restocked: number;
  written_off: number;
  write_off_reason: string | null;
}

/** What a shop says about a refund, and where its goods are. */
export interface RefundShop {
  shop: Stub;
  answer: 'agreed' | 'objected' | 'silent' | null;
  note: string | null;
  images: Attachment[];
  answered_at: string | null;
  stage: ReturnStage;
  stage_at: string | null;
  /** The reader may answer for this shop now. */
  can_answer: boolean;
  /** Stages to which the reader may move the goods now. */
  stages: ReturnStage[];
}

export interface RefundDetails extends Refund {
  lines: RefundLine[];
  shops: RefundShop[];
  /** The order with the variation that was given in exchange. */
  exchange: { id: number; tracking_number: string; short_number: string | null; total: number } | null;
  customer_contact: string | null;
  /** Moves that the current user may make. */
  moves: RefundState[];
  /** Points credited to the wallet; only for users who may decide. */
  returned_points?: number;
  /** Only for the marketplace's team. */
  transfers?: RefundTransfer[];
}

/** A refundable line of `GET orders/{id}/refundable`. Roubles. */
export interface RefundableLine
  extends Pick<RefundLine, 'id' | 'shop' | 'name' | 'variation' | 'image' | 'quantity'> {
  /** The shop's part of the order. */
  order_id: number;
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
  short_number?: string | null;
  /** Why nothing can be refunded now; null otherwise. */
  refusal: 'open' | 'nothing' | 'period' | null;
  lines: RefundableLine[];
  /** Of a shop's part: what can be refunded without goods. Roubles. */
  delivery_left?: number;
  /** Where the shop took the money itself: there it goes back; null when the marketplace holds it. */
  kept_as?: 'CASH' | 'CARD' | null;
  goodwill_left?: number;
}

/** `GET orders/{part}/exchange`: variations to exchange a line for, and the money of the chosen one. Roubles. */
export interface ExchangeOffer {
  variations: { id: number; title: string; price: number; left: number }[];
  returned: number;
  price: number;
  /** Positive: the customer pays; negative: gets back. */
  difference: number;
  /** The difference is taken by the shop, while the marketplace holds the rest. */
  needs_payment: boolean;
}

/** The digits that the buyer was sent. */
export const refundCodeSchema = yup.object({
  code: yup
    .string()
    .trim()
    .matches(/^\d{6}$/, { message: 'error-six-digits', excludeEmptyString: true })
    .required('error-code-required'),
});
