import * as yup from 'yup';
import { fullAddress } from '@/contract/accounts/addresses/schema';
import { amount, calendarDay, freeText, phone, relatedId, writtenText } from '@/contract/core/rules';
import { askableStatuses, paymentGateways } from './status';

/** Most lines of one order, and most pieces of one line. */
const maxLines = 200;
const maxPieces = 100_000;

/** A line of a cart as clients of the dialect send it. Prices of theirs are read only to tell what differs. */
export const cartLineSchema = yup.object({
  product_id: relatedId().required('error-wrong-value'),
  variation_option_id: relatedId(),
  order_quantity: amount()
    .required('error-quantity-required')
    .integer('error-whole-number')
    .min(1, 'error-must-be-positive')
    .max(maxPieces, 'error-too-big'),
  unit_price: amount().min(0, 'error-must-not-be-negative'),
  subtotal: amount().min(0, 'error-must-not-be-negative'),
});

export type CartLineInput = yup.InferType<typeof cartLineSchema>;

const cartLines = () =>
  yup
    .array(cartLineSchema)
    .min(1, 'error-cart-empty')
    .max(maxLines, 'error-too-many')
    .required('error-cart-empty')
    .typeError('error-wrong-value');

/** An address of an order: a saved one's, or one that was typed. */
const orderAddress = () => fullAddress().nullable().default(null);

/** Where parcels are fetched instead of brought: a point of the delivery host (reference entities E108). */
const deliveryPoint = () =>
  yup
    .object({
      code: yup.string().trim().max(60, 'error-too-long').required('error-wrong-value'),
      carrier: yup.string().trim().max(60, 'error-too-long').required('error-wrong-value'),
      name: yup.string().trim().max(255, 'error-too-long').default(''),
      address: yup.string().trim().max(500, 'error-too-long').default(''),
    })
    .nullable()
    .default(null);

/** `POST orders/checkout/verify` (reference rules R-080). */
export const verifySchema = yup.object({
  amount: amount().min(0, 'error-must-not-be-negative'),
  customer_id: relatedId(),
  products: cartLines(),
  billing_address: orderAddress(),
  shipping_address: orderAddress(),
  delivery_point: deliveryPoint(),
  coupon_code: yup.string().trim().max(60, 'error-too-long').nullable(),
});

export type VerifyInput = yup.InferType<typeof verifySchema>;

/** `POST orders` (reference entities E50). What an order comes to the server finds itself; the client's figures are only compared. */
export const placeSchema = yup.object({
  products: cartLines(),
  customer_id: relatedId(),
  customer_name: freeText().max(255, 'error-too-long').nullable(),
  customer_contact: phone().required('error-contact-required'),
  customer_email: yup
    .string()
    .trim()
    .lowercase()
    .email('error-email-format')
    .max(254, 'error-too-long')
    .nullable(),
  payment_gateway: yup
    .string()
    .oneOf(paymentGateways, 'error-wrong-value')
    .required('error-gateway-required'),
  billing_address: orderAddress(),
  shipping_address: orderAddress(),
  delivery_point: deliveryPoint(),
  delivery_time: yup.string().trim().max(255, 'error-too-long').nullable(),
  note: freeText().max(2000, 'error-too-long').nullable(),
  coupon_id: relatedId(),
  coupon_code: yup.string().trim().max(60, 'error-too-long').nullable(),
  use_wallet_points: yup.boolean().default(false),
  isFullWalletPayment: yup.boolean().default(false),
  /** What the client believes; refused with ORDER_CHANGED when the server finds otherwise. Left out: nothing is compared. */
  amount: amount().min(0, 'error-must-not-be-negative'),
  sales_tax: amount().min(0, 'error-must-not-be-negative'),
  delivery_fee: amount().min(0, 'error-must-not-be-negative'),
  discount: amount().min(0, 'error-must-not-be-negative'),
  total: amount().min(0, 'error-must-not-be-negative'),
  paid_total: amount().min(0, 'error-must-not-be-negative'),
  /** What points pay. */
  wallet_amount: amount().min(0, 'error-must-not-be-negative'),
});

export type PlaceInput = yup.InferType<typeof placeSchema>;

/** `PUT orders/{id}` (reference rules R-112). `version` is the one that was looked at. */
export const orderStatusSchema = yup.object({
  order_status: yup.string().oneOf(askableStatuses, 'error-wrong-value').required('error-status-required'),
  note: freeText().max(1000, 'error-too-long').nullable(),
  version: yup.number().integer().positive(),
});

export type OrderStatusInput = yup.InferType<typeof orderStatusSchema>;

/** `POST orders/{id}/delivery-date` (reference pages §7.5): a day from today on, and a slot of the settings. */
export const deliveryDateSchema = yup.object({
  delivery_date: calendarDay().required('error-day-required'),
  delivery_time: yup.string().trim().max(255, 'error-too-long').nullable(),
  version: yup.number().integer().positive(),
});

/** `PUT orders/{id}/parcel`: both empty when there is no parcel after all. */
export const parcelSchema = yup.object({
  parcel_carrier: freeText().max(60, 'error-too-long').default(''),
  parcel_number: yup
    .string()
    .trim()
    .uppercase()
    .matches(/^[A-Z0-9][A-Z0-9 _/-]*$/, { message: 'error-parcel-number', excludeEmptyString: true })
    .max(60, 'error-too-long')
    .default('')
    .when('parcel_carrier', ([carrier], number) =>
      carrier ? number.required('error-parcel-number-required') : number,
    ),
  version: yup.number().integer().positive(),
});

/** `POST orders/{id}/notes`: for the people who work on the order, never for its customer. */
export const orderNoteSchema = yup.object({
  note: writtenText().max(2000, 'error-too-long').required('error-note-required'),
});

/** `POST orders/{id}/payment-decision`: money of another sum than was asked for is taken, or sent back. */
export const decidePaymentSchema = yup.object({
  decision: yup
    .string()
    .oneOf(['accept', 'return'] as const, 'error-wrong-value')
    .required('error-wrong-value'),
  version: yup.number().integer().positive(),
});

/** `PUT orders/{number}/gateway` (reference rules R-121). */
export const changeGatewaySchema = yup.object({
  payment_gateway: yup
    .string()
    .oneOf(paymentGateways, 'error-wrong-value')
    .required('error-gateway-required'),
  version: yup.number().integer().positive(),
});

/** `POST orders/{id}/complete`: the code that the customer was sent. */
export const completeSchema = yup.object({
  code: yup
    .string()
    .trim()
    .matches(/^\d{6}$/, { message: 'error-code-format', excludeEmptyString: true })
    .required('error-code-required'),
});

/** `PUT orders/{id}/lines`: other quantities of an order that is not paid; 0 takes a line out. */
export const editLinesSchema = yup.object({
  lines: yup
    .array(
      yup.object({
        id: relatedId().required('error-wrong-value'),
        quantity: amount()
          .required('error-quantity-required')
          .integer('error-whole-number')
          .min(0, 'error-must-not-be-negative')
          .max(maxPieces, 'error-too-big'),
      }),
    )
    .min(1, 'error-wrong-value')
    .max(maxLines, 'error-too-many')
    .required('error-wrong-value'),
  version: yup.number().integer().positive(),
});
