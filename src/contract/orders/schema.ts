import * as yup from 'yup';
import { fullAddress, postalAddress } from '@/contract/accounts/addresses/schema';
import { isRecord } from '@/contract/core/own-value';
import {
  amount,
  calendarDay,
  choice,
  freeText,
  phone,
  relatedId,
  whole,
  writtenText,
} from '@/contract/core/rules';
import { askableStatuses } from './moves';
import { cashHolders, checkoutGateways, couponDecisions } from './status';

/** Maximum lines of an order, and maximum pieces of a line. */
const maxLines = 200;
const maxPieces = 100_000;

/** A cart line in the dialect of its clients. Their prices are only compared with the server's. */
export const cartLineSchema = yup.object({
  product_id: relatedId().required('error-wrong-value'),
  variation_option_id: relatedId(),
  order_quantity: whole(1, maxPieces).required('error-quantity-required'),
  unit_price: amount().min(0, 'error-must-not-be-negative'),
  subtotal: amount().min(0, 'error-must-not-be-negative'),
});

export type CartLineInput = yup.InferType<typeof cartLineSchema>;

export const cartLines = () =>
  yup
    .array(cartLineSchema)
    .min(1, 'error-cart-empty')
    .max(maxLines, 'error-too-many')
    .required('error-cart-empty')
    .typeError('error-wrong-value');

/** Clients of the dialect send an empty object for no address. */
const noneIfEmpty = (value: unknown, original: unknown) =>
  isRecord(original) && Object.values(original).every((part) => part === '' || part === null) ? null : value;

/** Shop fronts of other clients may ask for neither index nor region; the forms of our panel do. */
const orderAddress = () =>
  fullAddress()
    .shape({
      state: freeText().max(100, 'error-too-long').nullable().default(null),
      zip: freeText().max(20, 'error-too-long').nullable().default(null),
    })
    .nullable()
    .default(null)
    .transform(noneIfEmpty);

/** For delivery and tax alone: a cart is checked before the street is known. Our panel checks with the order's address. */
const roughAddress = () =>
  postalAddress().nullable().default(null).transform(noneIfEmpty) as unknown as ReturnType<
    typeof orderAddress
  >;

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

/** `POST orders/checkout/verify`. */
export const verifySchema = yup.object({
  amount: amount().min(0, 'error-must-not-be-negative'),
  customer_id: relatedId(),
  products: cartLines(),
  billing_address: roughAddress(),
  shipping_address: roughAddress(),
  delivery_point: deliveryPoint(),
  coupon_code: yup.string().trim().max(60, 'error-too-long').nullable(),
});

export type VerifyInput = yup.InferType<typeof verifySchema>;

const customerEmail = () =>
  yup.string().trim().lowercase().email('error-email-format').max(254, 'error-too-long').nullable();

/** `POST orders`. The server computes every amount; those of the client are only compared. */
export const placeSchema = yup.object({
  products: cartLines(),
  customer_id: relatedId(),
  customer_name: freeText().max(255, 'error-too-long').nullable(),
  customer_contact: phone().required('error-contact-required'),
  customer_email: customerEmail(),
  payment_gateway: choice(checkoutGateways, 'error-gateway-required'),
  billing_address: orderAddress(),
  shipping_address: orderAddress(),
  delivery_point: deliveryPoint(),
  delivery_time: yup.string().trim().max(255, 'error-too-long').nullable(),
  note: freeText().max(2000, 'error-too-long').nullable(),
  coupon_id: relatedId(),
  coupon_code: yup.string().trim().max(60, 'error-too-long').nullable(),
  use_wallet_points: yup.boolean().default(false),
  isFullWalletPayment: yup.boolean().default(false),
  /** Amounts that the client shows, each optional; ORDER_CHANGED when the server's differ. */
  amount: amount().min(0, 'error-must-not-be-negative'),
  sales_tax: amount().min(0, 'error-must-not-be-negative'),
  delivery_fee: amount().min(0, 'error-must-not-be-negative'),
  discount: amount().min(0, 'error-must-not-be-negative'),
  total: amount().min(0, 'error-must-not-be-negative'),
  paid_total: amount().min(0, 'error-must-not-be-negative'),
  /** Part paid with points. */
  wallet_amount: amount().min(0, 'error-must-not-be-negative'),
});

export type PlaceInput = yup.InferType<typeof placeSchema>;

/** Who took the cash of a completed order: only an administrator says so; from anybody else it is ignored. */
const cashHolder = () => yup.string().oneOf(cashHolders, 'error-wrong-value');

/** A carrier requires its number. */
const parcelCarrier = () => freeText().max(60, 'error-too-long');
const parcelNumber = () =>
  yup
    .string()
    .trim()
    .uppercase()
    .matches(/^[A-Z0-9][A-Z0-9 _/-]*$/, { message: 'error-parcel-number', excludeEmptyString: true })
    .max(60, 'error-too-long')
    .when('parcel_carrier', ([carrier], number) =>
      carrier ? number.required('error-parcel-number-required') : number,
    );

/** `PUT orders/{id}`. `version` is the one that the user saw; a parcel is of a single part that is handed over. */
export const orderStatusSchema = yup.object({
  order_status: choice(askableStatuses, 'error-status-required'),
  note: freeText().max(1000, 'error-too-long').nullable(),
  cash_held_by: cashHolder(),
  parcel_carrier: parcelCarrier(),
  parcel_number: parcelNumber(),
  version: yup.number().integer().positive(),
});

/** What the demo's bank answers. */
export const simulationSchema = yup.object({
  status: yup
    .string()
    .oneOf(['success', 'failed'] as const, 'error-wrong-value')
    .required('error-wrong-value'),
});

/** Without a version: each order is moved as it is. */
export const bulkStatusSchema = orderStatusSchema.pick(['order_status', 'note', 'cash_held_by']);

/** `POST orders/bulk/undo`: orders or parts that were just handed over together. */
export const undoHandoversSchema = yup.object({
  ids: yup
    .array(relatedId().required('error-wrong-value'))
    .typeError('error-wrong-value')
    .min(1, 'error-wrong-value')
    .max(500, 'error-too-many-values')
    .required('error-wrong-value'),
});

export type OrderStatusInput = yup.InferType<typeof orderStatusSchema>;

/** `POST orders/{id}/delivery-date`: today or later, with a slot of the settings. */
export const deliveryDateSchema = yup.object({
  delivery_date: calendarDay().required('error-day-required'),
  delivery_time: yup.string().trim().max(255, 'error-too-long').nullable(),
  version: yup.number().integer().positive(),
});

/** `PUT orders/{id}/parcel`: both fields are empty to remove the parcel. */
export const parcelSchema = yup.object({
  parcel_carrier: parcelCarrier().default(''),
  parcel_number: parcelNumber().default(''),
  version: yup.number().integer().positive(),
});

/** `POST orders/{id}/notes`: for the people who work on the order, never for its customer. */
export const orderNoteSchema = yup.object({
  note: writtenText().max(2000, 'error-too-long').required('error-note-required'),
});

/** `POST orders/{id}/payment-decision`: accepts or returns a payment of a different amount. */
export const decidePaymentSchema = yup.object({
  decision: yup
    .string()
    .oneOf(['accept', 'return'] as const, 'error-wrong-value')
    .required('error-wrong-value'),
  version: yup.number().integer().positive(),
});

/** `PUT orders/{number}/gateway`. */
export const changeGatewaySchema = yup.object({
  payment_gateway: choice(checkoutGateways, 'error-gateway-required'),
  version: yup.number().integer().positive(),
});

/** Six digits that were sent to the customer. */
export const customerCode = () =>
  yup
    .string()
    .trim()
    .matches(/^\d{6}$/, { message: 'error-six-digits', excludeEmptyString: true });

/** `POST orders/{id}/complete`: with the code that was sent to the customer, or without where none can arrive. */
export const completeSchema = yup.object({
  without_code: yup.boolean(),
  code: customerCode().when('without_code', ([isWithout], code) =>
    isWithout ? code : code.required('error-code-required'),
  ),
  cash_held_by: cashHolder(),
});

/** `PUT orders/{id}/lines`: what changes of a placed order; whatever is left out stays as it is. */
export const editOrderSchema = yup.object({
  /** New quantities; 0 removes a line. */
  lines: yup
    .array(
      yup.object({
        id: relatedId().required('error-wrong-value'),
        quantity: whole(0, maxPieces).required('error-quantity-required'),
      }),
    )
    .max(maxLines, 'error-too-many')
    .default([])
    .typeError('error-wrong-value'),
  /** Goods that are added at their prices of today. */
  added: yup
    .array(cartLineSchema.pick(['product_id', 'variation_option_id', 'order_quantity']))
    .max(maxLines, 'error-too-many')
    .default([])
    .typeError('error-wrong-value'),
  /** Replaces the pickup point, and the other way round. */
  shipping_address: fullAddress().nullable().default(undefined),
  delivery_point: deliveryPoint(),
  customer_name: freeText().max(255, 'error-too-long').nullable(),
  customer_contact: phone().nullable(),
  customer_email: customerEmail(),
  /** What becomes of a coupon whose minimum the goods no longer reach; without effect on any other. */
  coupon: yup.string().oneOf(couponDecisions, 'error-wrong-value'),
  version: yup.number().integer().positive(),
  /** The customer's code, with which a shop may do what needs consent. */
  code: customerCode().nullable(),
  /** Sends the customer a question where consent is needed. */
  asks: yup.boolean().default(false),
  /** The customer of a paid order pays the difference in cash now; who took it. From a shop it is always the shop. */
  cash_held_by: cashHolder(),
});

export type EditOrderInput = yup.InferType<typeof editOrderSchema>;

/** `POST order-changes/{secret}`: what the customer says to a change. */
export const answerChangeSchema = yup.object({
  answer: yup
    .string()
    .oneOf(['accept', 'decline'] as const, 'error-wrong-value')
    .required('error-wrong-value'),
});
