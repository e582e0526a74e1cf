import type * as yup from 'yup';
import {
  action,
  as,
  type Download,
  type Fields,
  type Sendable,
  type SentInput,
  type WithVersion,
} from '@/contract/core/action';
import type { BulkAnswer, BulkSetPreview, BulkTarget } from '@/contract/core/bulk';
import type { Page } from '@/contract/core/paging';
import { adminOnly, signedIn, withStaff } from '@/contract/core/permissions';
import { orders } from '.';
import type { CustomerChange, EditPreview } from './change';
import { type OrderMarks, orderMarksSchema } from './marks';
import type { OrderStatusInput } from './schema';
import {
  answerChangeSchema,
  bulkStatusSchema,
  changeGatewaySchema,
  completeSchema,
  decidePaymentSchema,
  deliveryDateSchema,
  editOrderSchema,
  orderNoteSchema,
  parcelSchema,
  placeSchema,
  simulationSchema,
  undoHandoversSchema,
  type VerifyInput,
  verifySchema,
} from './schema';
import {
  type ShopOrder,
  type ShopOrderInfo,
  type ShopOrderInput,
  type ShopOrderQuote,
  type ShopOrderQuoteInput,
  shopOrderQuoteSchema,
  shopOrderSchema,
} from './shop-order';
import type { OrderStatus } from './status';
import {
  type CashRefund,
  cashMoveSchema,
  closeShiftSchema,
  handOutSchema,
  openShiftSchema,
  type ShiftReport,
  type TillCustomer,
  type TillGood,
  type TillGoods,
  type TillInfo,
  type TillQuote,
  type TillQuoteInput,
  type TillSale,
  type TillSaleInput,
  type TillShift,
  tillCouponCodeSchema,
  tillQuoteSchema,
  tillSaleSchema,
} from './till';
import type { LateParts, Order, OrderDetails, PaymentState, VerifiedCheckout } from './wire';

/** What can be asked of orders, besides the rows of its families. */

/** Which status may follow, the stored one decides. */
export type StatusChange = Omit<Sendable<OrderStatusInput>, 'order_status'> & { order_status: OrderStatus };

interface CodeWait {
  /** Seconds until the next code. */
  retry_after?: number;
}

export const tillInfo = action(
  'GET till/:shop',
  'What a till needs to open: its goods’ currency, ways to pay and the open shift.',
  { right: 'orders:read', allow: withStaff('orders'), capability: 'till', answer: as<TillInfo>() },
);
export const listTillGoods = action(
  'GET till/:shop/goods',
  'Goods on sale, each variation on its own, those of a product together and never on two pages; bestsellers first, out of stock last, or left out.',
  { right: 'orders:read', allow: withStaff('orders'), capability: 'till', answer: as<TillGoods>() },
);
export const scanTillGoods = action(
  'GET till/:shop/scan',
  'Goods with exactly this barcode or SKU; several when variations share it, none for an unknown code.',
  { right: 'orders:read', allow: withStaff('orders'), capability: 'till', answer: as<TillGood[]>() },
);
export const findTillCustomer = action(
  'GET till/:shop/customers',
  'The customer with this phone, as far as the shop knows them.',
  { right: 'orders:read', allow: withStaff('orders'), capability: 'till', answer: as<TillCustomer>() },
);
export const quoteAtTill = action(
  'POST till/:shop/quote',
  'The current total of a receipt and its unavailable lines.',
  {
    right: 'orders:write',
    allow: withStaff('orders'),
    capability: 'till',
    body: tillQuoteSchema,
    sends: as<TillQuoteInput>(),
    answer: as<TillQuote>(),
  },
);
export const sendTillCouponCode = action(
  'POST till/:shop/coupon-code',
  'Sends the phone six digits by which its owner agrees to use the coupon at this till.',
  {
    right: 'orders:write',
    allow: withStaff('orders'),
    capability: 'till',
    body: tillCouponCodeSchema,
    answer: as<CodeWait>(),
  },
);
export const readTillSale = action(
  'GET till/:shop/sales/:id',
  'A sale of this till; the screen polls a waiting one until it is paid.',
  { right: 'orders:read', allow: withStaff('orders'), capability: 'till', answer: as<TillSale>() },
);
export const sellAtTill = action(
  'POST till/:shop/sales',
  "Sells over the counter in the caller's transaction, within the cashier's open shift.",
  {
    right: 'orders:write',
    allow: withStaff('orders'),
    capability: 'till',
    created: true,
    idempotent: true,
    body: tillSaleSchema,
    sends: as<TillSaleInput>(),
    answer: as<TillSale>(),
  },
);
export const listShifts = action('GET till/:shop/shifts', 'Shifts of a till, newest first.', {
  right: 'orders:read',
  allow: withStaff('orders'),
  capability: 'till',
  answer: as<Page<TillShift>>(),
});
export const readShift = action(
  'GET till/:shop/shifts/:id',
  'Receipts since opening, or those of the whole closed shift.',
  { right: 'orders:read', allow: withStaff('orders'), capability: 'till', answer: as<ShiftReport>() },
);
export const openShift = action('POST till/:shop/shifts', "Opens the person's shift.", {
  right: 'orders:write',
  allow: withStaff('orders'),
  capability: 'till',
  body: openShiftSchema,
  answer: as<ShiftReport>(),
});
export const moveCash = action(
  'POST till/:shop/shifts/:id/moves',
  'Puts cash into the drawer or takes it out.',
  {
    right: 'orders:write',
    allow: withStaff('orders'),
    capability: 'till',
    idempotent: true,
    body: cashMoveSchema,
    answer: as<ShiftReport>(),
  },
);
export const listOutsideRefunds = action(
  'GET till/:shop/refunds',
  'Cash refunds that no shift has handed out, oldest first.',
  { right: 'orders:read', allow: withStaff('orders'), capability: 'till', answer: as<CashRefund[]>() },
);
export const handOutRefund = action(
  'POST till/:shop/shifts/:id/refunds',
  'The cashier hands out a refund that was approved outside of a shift.',
  {
    right: 'orders:write',
    allow: withStaff('orders'),
    capability: 'till',
    body: handOutSchema,
    answer: as<ShiftReport>(),
  },
);
export const closeShift = action(
  'POST till/:shop/shifts/:id/close',
  'Closes a shift with the counted cash.',
  {
    right: 'orders:write',
    allow: withStaff('orders'),
    capability: 'till',
    body: closeShiftSchema,
    answer: as<ShiftReport>(),
  },
);
export const shopOrderInfo = action(
  'GET shop-orders/:shop',
  'What the form of an order by phone needs: ways to deliver and to pay.',
  {
    right: 'orders:read',
    allow: withStaff('orders'),
    capability: 'shop-orders',
    answer: as<ShopOrderInfo>(),
  },
);
export const quoteShopOrder = action(
  'POST shop-orders/:shop/quote',
  'Sums, dates and unavailable lines of an order by phone.',
  {
    right: 'orders:write',
    allow: withStaff('orders'),
    capability: 'shop-orders',
    body: shopOrderQuoteSchema,
    sends: as<Sendable<ShopOrderQuoteInput>>(),
    answer: as<ShopOrderQuote>(),
  },
);
export const placeShopOrder = action(
  'POST shop-orders/:shop',
  "Places an order for a customer in the caller's transaction.",
  {
    right: 'orders:write',
    allow: withStaff('orders'),
    capability: 'shop-orders',
    created: true,
    idempotent: true,
    body: shopOrderSchema,
    sends: as<Sendable<ShopOrderInput>>(),
    answer: as<ShopOrder>(),
  },
);
export const editOrder = action(
  'PUT orders/:key/lines',
  'Changes goods, address or contact of an order (administrators) or part (its shop) that is not shipped.',
  {
    right: 'orders:write',
    allow: orders.allow.update,
    capability: 'order-editing',
    body: editOrderSchema,
    sends: as<Partial<SentInput<typeof editOrderSchema>>>(),
    answer: as<OrderDetails>(),
  },
);
export const sendEditCode = action(
  'POST orders/:key/lines/code',
  'Sends the customer the digits that allow exactly this change.',
  {
    right: 'orders:write',
    allow: orders.allow.update,
    capability: 'order-editing',
    body: editOrderSchema,
    sends: as<Partial<SentInput<typeof editOrderSchema>>>(),
    answer: as<CodeWait>(),
  },
);
export const previewEdit = action(
  'POST orders/:key/lines/preview',
  'What a change costs and whom it needs.',
  {
    right: 'orders:write',
    allow: orders.allow.update,
    capability: 'order-editing',
    body: editOrderSchema,
    sends: as<Partial<SentInput<typeof editOrderSchema>>>(),
    answer: as<EditPreview>(),
  },
);
export const withdrawQuestion = action(
  'DELETE orders/:key/change',
  'Takes an open question to the buyer back.',
  {
    right: 'orders:write',
    allow: orders.allow.update,
    capability: 'order-editing',
  },
);
export const readChange = action(
  'GET order-changes/:secret',
  'The change of an order that the link of a letter asks the buyer about.',
  { right: 'own', allow: 'public', capability: 'order-editing', inView: false, answer: as<CustomerChange>() },
);
export const answerChange = action(
  'POST order-changes/:secret',
  'The buyer accepts or declines a change of the order.',
  {
    right: 'own',
    allow: 'public',
    capability: 'order-editing',
    body: answerChangeSchema,
    answer: as<CustomerChange>(),
  },
);
export const verifyCheckout = action(
  'POST orders/checkout/verify',
  'Current totals of a cart and its unavailable lines.',
  {
    right: 'orders:write',
    allow: 'public',
    body: verifySchema,
    sends: as<VerifyInput>(),
    answer: as<VerifiedCheckout>(),
  },
);
export const guestOrder = action('GET orders/guest/:token', 'The order of a guest, by its secret.', {
  right: 'own',
  allow: 'public',
  inView: false,
});
export const placeOrder = action('POST orders', 'Places an order: all of it or nothing.', {
  right: 'orders:write',
  allow: 'public',
  idempotent: true,
  body: placeSchema,
  sends: as<Fields<yup.InferType<typeof placeSchema>>>(),
  answer: as<Order>(),
});
export const orderByNumber = action(
  'GET orders/tracking-number/:key',
  'An order by its number; a guest’s secret stands for the number.',
  { right: 'orders:read', allow: 'public' },
);
export const orderCounts = action('GET orders/counts', 'How many orders each tab of the list has.', {
  right: 'orders:read',
  allow: orders.allow.list,
  capability: 'counts',
});
export const lateParts = action(
  'GET orders/late',
  'How many parts are late, by shop, most first: of all shops for administrators, of their own shops for everybody else who handles orders.',
  { right: 'orders:read', allow: orders.allow.update, answer: as<LateParts[]>() },
);
export const bulkMoveOrders = action(
  'POST orders/bulk/status',
  'Moves several orders, each on its own, so that one refusal does not stop the others.',
  {
    right: 'orders:write',
    allow: orders.allow.update,
    capability: 'bulk',
    body: bulkStatusSchema,
    sends: as<BulkTarget & StatusChange>(),
    answer: as<{
      done: number;
      /** `text`: translation key of a reason; absent on other servers. */
      refused: {
        id: number;
        tracking_number: string;
        short_number?: string | null;
        reason: string;
        text?: string | null;
      }[];
      /** Handovers among them, and until when `orders/bulk/undo` puts them back. */
      undo?: { ids: number[]; until: string };
    }>(),
  },
);
export const previewBulkMove = action(
  'POST orders/bulk/status/preview',
  'Moves the orders and takes it back in the same transaction, so that a preview cannot differ from the change.',
  {
    right: 'orders:write',
    allow: orders.allow.update,
    capability: 'bulk',
    body: bulkStatusSchema,
    sends: as<BulkTarget & StatusChange>(),
    answer: as<BulkSetPreview>(),
  },
);
export const undoHandovers = action('POST orders/bulk/undo', 'Puts back what was handed over together.', {
  right: 'orders:write',
  allow: orders.allow.update,
  capability: 'order-editing',
  body: undoHandoversSchema,
  answer: as<Pick<BulkAnswer, 'done' | 'refused'>>(),
});
export const setDeliveryDate = action(
  'POST orders/:key/delivery-date',
  'Sets the agreed day of a part, or of a whole order and all its unfinished parts.',
  { right: 'orders:write', allow: orders.allow.update, body: deliveryDateSchema },
);
export const undoShipping = action(
  'POST orders/:key/undo',
  'Puts the parts back that this order or part was just handed over with, and withdraws the messages.',
  {
    right: 'orders:write',
    allow: orders.allow.update,
    capability: 'order-editing',
    answer: as<OrderDetails>(),
  },
);
export const setParcel = action(
  'PUT orders/:key/parcel',
  'Stores the carrier and the number of a part’s parcel; the buyer receives a new number.',
  { right: 'orders:write', allow: orders.allow.update, capability: 'order-editing', body: parcelSchema },
);
export const orderMarks = action(
  'GET orders/:key/marks',
  'Marked goods of an order or a part, and the codes of their pieces.',
  { right: 'orders:read', allow: orders.allow.update, capability: 'receipts', answer: as<OrderMarks>() },
);
export const putMarks = action(
  'PUT orders/:key/marks',
  'Stores the codes of marked pieces, until they are handed over.',
  {
    right: 'orders:write',
    allow: orders.allow.update,
    capability: 'receipts',
    body: orderMarksSchema,
    answer: as<OrderMarks>(),
  },
);
export const addNote = action(
  'POST orders/:key/notes',
  'Adds a note for the people who work on the order or part.',
  { right: 'orders:write', allow: orders.allow.update, capability: 'order-editing', body: orderNoteSchema },
);
export const resendEmail = action(
  'POST orders/:key/letters/:letter/resend',
  'Sends an e-mail of the timeline again.',
  { right: 'orders:write', allow: orders.allow.update, capability: 'order-letters' },
);
export const sendCompletionCode = action(
  'POST orders/:key/code',
  'Sends the customer the digits to tell the courier on delivery, and says whether it can arrive.',
  { right: 'orders:write', allow: orders.allow.update, capability: 'order-codes', answer: as<CodeWait>() },
);
export const completeByCode = action(
  'POST orders/:key/complete',
  "Completes an order or part by the customer's code, or by the word of its shop where no code can arrive.",
  { right: 'orders:write', allow: orders.allow.update, body: completeSchema },
);
export const listDownloads = action('GET downloads', "The user's purchased files, newest first.", {
  right: 'own',
  allow: signedIn,
  inView: false,
});
export const createDownloadUrl = action('POST downloads/digital_file', 'A one-time download address.', {
  right: 'own',
  allow: signedIn,
});
export const downloadBought = action(
  'GET download_url/token/:token',
  'The purchased file behind a one-time address.',
  { right: 'own', allow: 'public', inView: false },
);
export const listCards = action('GET cards', 'The saved cards of a buyer: always none.', {
  right: 'own',
  allow: signedIn,
});
export const checkPayment = action(
  'POST orders/payment',
  'The payment status as the gateway reports it, whatever the client claims.',
  {
    right: 'orders:write',
    allow: 'public',
    sends: as<{ tracking_number: string; payment_gateway: string }>(),
  },
);
export const paymentState = action(
  'GET orders/:key/payment',
  'Where the payment of an order stands, as its buyer may know it.',
  { right: 'orders:read', allow: 'public', capability: 'order-payments', answer: as<PaymentState>() },
);
export const changeGateway = action(
  'PUT orders/:key/gateway',
  'Another way to pay for an order that is not paid.',
  {
    right: 'orders:write',
    allow: 'public',
    capability: 'order-editing',
    body: changeGatewaySchema,
    sends: as<{ payment_gateway: string } & WithVersion>(),
  },
);
export const decidePayment = action(
  'POST orders/:key/payment-decision',
  'Accepts held money as the payment, refunding any surplus, or refunds all of it.',
  { right: 'orders:decide', allow: adminOnly, capability: 'order-payments', body: decidePaymentSchema },
);
export const simulateBank = action(
  'POST dev/payments/:id',
  'An administrator plays the bank, with demo data only.',
  { right: 'orders:decide', allow: adminOnly, body: simulationSchema },
);
export const orderPicklist = action('GET orders/:key/picklist', 'The pick list of an order or part as PDF.', {
  right: 'orders:read',
  allow: withStaff('orders'),
  capability: 'order-documents',
  inView: false,
  answer: as<Download>(),
});
export const ordersPicklist = action('POST orders/picklist', 'One pick list of several orders as PDF.', {
  right: 'orders:read',
  allow: withStaff('orders'),
  capability: 'order-documents',
  sends: as<{ ids: number[] }>(),
  answer: as<Download>(),
});
export const orderInvoice = action('GET orders/:key/invoice', 'The invoice of an order or part as PDF.', {
  right: 'orders:read',
  allow: signedIn,
  capability: 'order-documents',
  inView: false,
  answer: as<Download>(),
});
export const invoiceUrl = action('POST download-invoice-url', 'A one-time address of an invoice.', {
  right: 'orders:read',
  allow: signedIn,
  answer: as<string>(),
});
export const downloadInvoice = action(
  'GET download-invoice/token/:token',
  'The invoice behind a one-time address.',
  { right: 'own', allow: 'public', inView: false },
);
export const exportOrderLines = action(
  'GET orders/lines/export',
  'A row for each line of the orders that a list query finds, headings first, for the accountant: when it was paid, what of it was cancelled and returned, its points, VAT and commission.',
  {
    right: 'orders:read',
    allow: withStaff('orders'),
    capability: 'export',
    inView: false,
    answer: as<Download>(),
  },
);
export const orderExportUrl = action(
  'GET export-order-url',
  'A one-time address of a workbook of all orders.',
  { right: 'orders:read', allow: withStaff('orders'), inView: false, answer: as<string>() },
);
export const shopOrderExportUrl = action(
  'GET export-order-url/:shop_id',
  'A one-time address of a workbook of the orders of a shop.',
  { right: 'orders:read', allow: withStaff('orders'), inView: false, answer: as<string>() },
);
export const downloadOrderExport = action(
  'GET export-order/token/:token',
  'The workbook of orders behind a one-time address.',
  { right: 'own', allow: 'public', inView: false, answer: as<Download>() },
);

export const addCard = action('POST cards', 'Refused: cards are saved nowhere.', {
  right: 'own',
  allow: signedIn,
});
export const changeCard = action('PUT cards/:key', 'Refused: cards are saved nowhere.', {
  right: 'own',
  allow: signedIn,
});
export const removeCard = action('DELETE cards/:key', 'Refused: cards are saved nowhere.', {
  right: 'own',
  allow: signedIn,
});
export const setDefaultCard = action('POST set-default-card', 'Refused: cards are saved nowhere.', {
  right: 'own',
  allow: signedIn,
});
export const savePaymentMethod = action('POST save-payment-method', 'Refused: cards are saved nowhere.', {
  right: 'own',
  allow: signedIn,
});

/** Signed, by `orders/payments/routes.ts`. @public */
export const webhookOfSbp = action(
  'POST webhooks/sbp',
  'The bank of transfers by phone says that something changed.',
  { right: 'own', allow: 'public' },
);
