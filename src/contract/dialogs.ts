import type { Address } from '@/contract/accounts/addresses/schema';
import type { ProductStatus } from '@/contract/catalogue/products/moderation';
import { familyPages, isRemovable, type keptFamilies } from '@/contract/family-pages';
import type { ReportedType } from '@/contract/feedback/abusive-reports/schema';
import type { Question } from '@/contract/feedback/questions/schema';
import type { Review } from '@/contract/feedback/reviews/schema';
import type { ResourceName } from '@/contract/index';
import type { TrashFamily } from '@/contract/insights/activity';
import type { ReportPeriod } from '@/contract/insights/saved-reports';
import type { ShortStep } from '@/contract/insights/vendor-start';
import type { Withdraw, WithdrawState } from '@/contract/ledger/withdraws/schema';
import type { OrderStatus } from '@/contract/orders/status';
import type { OrderDetails } from '@/contract/orders/wire';
import type { RefundDetails } from '@/contract/refunds/schema';
import type { RefundState } from '@/contract/refunds/states';
import type { BulkSetPreview, BulkTarget } from './core/bulk';
import type { AnyResource, Attachment } from './core/define';
import type { HistoryEntry } from './core/history';

/** Names of delete dialogs that the specification sets. */
const specifiedNames = {
  tags: 'DELETE_TAG',
  boxes: 'DELETE_BOX',
  faqs: 'DELETE_FAQ',
  'store-notices': 'DELETE_STORE_NOTICE',
  'error-codes': 'DELETE_ERROR_CODE',
  groups: 'DELETE_TYPE',
  categories: 'DELETE_CATEGORY',
  products: 'DELETE_PRODUCT',
  attributes: 'DELETE_ATTRIBUTE',
  'attribute-values': 'DELETE_ATTRIBUTE_VALUE',
  authors: 'DELETE_AUTHOR',
  manufacturers: 'DELETE_MANUFACTURER',
  taxes: 'DELETE_TAX',
  shippings: 'DELETE_SHIPPING',
  'delivery-classes': 'DELETE_DELIVERY_CLASS',
  'refund-policies': 'DELETE_REFUND_POLICY',
  'refund-reasons': 'DELETE_REFUND_REASON',
  coupons: 'DELETE_COUPON',
  'mobile-app-versions': 'DELETE_MOBILE_APP_VERSION',
  'review-banners': 'DELETE_REVIEW_BANNER',
  staffs: 'DELETE_STAFF',
  shops: 'DELETE_SHOP',
  reviews: 'DELETE_REVIEW',
  questions: 'DELETE_QUESTION',
} as const satisfies Partial<Record<ResourceName, string>>;

type Removable = Exclude<ResourceName, (typeof keptFamilies)[number]>;

/** `social-links` in the name of a dialog: `SOCIAL_LINKS`. */
type Constant<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Uppercase<First>}_${Constant<Rest>}`
  : Uppercase<Name>;

type SpecifiedFamily = keyof typeof specifiedNames;

export type DeleteDialog =
  | (typeof specifiedNames)[SpecifiedFamily]
  | `DELETE_${Constant<Exclude<Removable, SpecifiedFamily>>}`;

/** A review or a question with an excerpt of its text. */
export interface ReportedThing {
  type: ReportedType;
  id: number;
  title: string;
  /** The type's name on the server, where it is longer. */
  model?: string;
}

/** Dialogs of the global host with their data. */
export type DialogData = {
  [Name in DeleteDialog]: {
    id: number;
    /** Shown in the text, so that nobody deletes the wrong record. */
    title: string;
  };
} & {
  TERM_APPROVE_VIEW: { id: number; title: string };
  TERM_DISAPPROVE_VIEW: { id: number; title: string };
  SEARCH_VIEW: undefined;
  /** A question about something that is no record of a family; `onConfirm` runs after the dialog has closed. */
  CONFIRM: { title: string; text: string; confirmLabel: string; isDeletion?: boolean; onConfirm: () => void };
  /** What a change of many rows does, before it is done. */
  BULK_SET: {
    title: string;
    /** Whether it can be undone; that it can, by default. */
    text?: string;
    preview: () => Promise<BulkSetPreview>;
    wordOf: (value: unknown) => string;
    onConfirm: () => void;
  };
  /** Deletes many rows of a family. */
  REMOVE_ROWS: { resource: AnyResource; target: BulkTarget; count: number; onConfirm: () => void };
  /** Unsaved changes: `text` says what becomes of them. */
  LEAVE_PAGE: { text: string; onLeave: () => void };
  /** What waits for a network. */
  WAITING_CHANGES: undefined;
  /** List of keyboard shortcuts. */
  SHORTCUT_KEYS: undefined;
  EXPORT_IMPORT_ATTRIBUTE: { shopId: number };
  /** `isRich`: the text may have cleaned markup; what people write in plain text shows every sign. */
  DESCRIPTION_VIEW: { title: string; text: string; isRich?: boolean };
  /** `isBan` false lifts the ban. */
  BAN_CUSTOMER: { id: number; name: string; isBan: boolean };
  /** `isGrant` false revokes the role. */
  /** Opens the panel through the eyes of a vendor, at `path`. */
  SEE_AS: { id: number; name: string; path: string };
  MAKE_ADMIN: { id: number; name: string; isGrant: boolean };
  ASSIGN_ROLE: { id: number; name: string; roleId: number | null };
  INVITE_TO_TEAM: undefined;
  ADD_WALLET_POINTS: { id: number; name: string };
  /** `type` preselects the kind of a new address. */
  ADD_OR_UPDATE_ADDRESS: { userId: number; address?: Address; type?: Address['type'] };
  SHOP_APPROVE_VIEW: { id: number; name: string };
  SHOP_DISAPPROVE_VIEW: { id: number; name: string };
  /** Shops and products share one dialog for both directions. */
  ACTIVATE_VIEW: {
    kind: 'shop' | 'product';
    id: number;
    name: string;
    isActive: boolean;
    /** Products only: target status other than published and draft. */
    status?: ProductStatus;
  };
  SHOW_SHOP_QR: { name: string; slug: string };
  /** An administrator credits or debits a shop. */
  ADJUST_BALANCE: { shopId: number; name: string };
  /** Of a line of the books. */
  MONEY_ORIGIN: { id: number };
  /** A buyer's bank claims money of the order back. */
  OPEN_CHARGEBACK: { orderId: number };
  TRANSFER_SHOP: { id: number; name: string };
  /** `onDone` gets the stored crop; `ratio` is width by height. */
  CROPPER_PHOTO: { file: File; ratio: number; onDone: (picture: Attachment) => void };
  NO_ACTIVATED_PHONE: undefined;
  /** Starts a conversation between a shop and the administration, from either side. */
  COMPOSE_MESSAGE: undefined;
  EXPORT_IMPORT_PRODUCT: { shopId: number; shop: string };
  /** `onDone` gets the accepted text, without markup. */
  GENERATE_DESCRIPTION: { name: string; group?: string; onDone: (text: string) => void };
  SELECT_PRODUCT_VARIATION: { slug: string };
  /** These three write into the checkout state. */
  SELECT_CUSTOMER: undefined;
  ADD_OR_UPDATE_CHECKOUT_CONTACT: undefined;
  SELECT_PICKUP_POINT: undefined;
  /** Confirms a move of an order. */
  CHANGE_ORDER_STATUS: { id: number; version: number; number: string; to: OrderStatus; cash?: CashQuestion };
  SHIP_ORDER: { id: number; version: number; number: string; to: OrderStatus };
  ENTER_DELIVERY_DATE: {
    id: number;
    version: number;
    number: string;
    day: string | null;
    time: string | null;
  };
  COMPLETE_ORDER_CODE: { id: number; number: string; cash?: CashQuestion };
  EDIT_ORDER_LINES: { order: OrderDetails };
  EDIT_ORDER_ADDRESS: { order: OrderDetails };
  EDIT_ORDER_CONTACT: { order: OrderDetails };
  CHANGE_GATEWAY: { number: string };
  /** Payment link of an order. */
  SHOW_PAYMENT_QR: { number: string; url: string };
  SHOW_PRODUCT_QR: { name: string; slug: string };
  /** Reason for returning a submission. */
  REJECT_PRODUCT_REVIEW: { id: number; version: number; name: string };
  /** The same for many: those shown, or all that match the queue's filters. */
  REJECT_PRODUCT_REVIEWS: {
    target: { reviews: readonly { id: number; version: number }[] } | { query: Record<string, string> };
    count: number;
    onDone: () => void;
  };
  /** Changes the prices of all products in `target`. */
  PRICE_CHANGE: BulkQuestion;
  /** Changes the stock of all products in `target`. */
  STOCK_CHANGE: BulkQuestion;
  /** Sets the status of all products in `target`; `label` names the action. */
  STATUS_CHANGE: BulkQuestion & { value: string; label: string };
  /** Reason for returning many submissions. */
  REJECT_PRODUCTS: BulkQuestion;
  /** Adds many products to categories or removes them. */
  CATEGORY_CHANGE: BulkQuestion;
  /** Sets one characteristic of many products, or takes it away. */
  CHARACTERISTIC_CHANGE: BulkQuestion;
  /** Requests a refund of a whole order on behalf of its customer. */
  CREATE_REFUND: { orderId: number };
  /** A shop takes back goods of its part, or returns money without goods. */
  RETURN_GOODS: { partId: number };
  /** Exchanges pieces of a part for another variation. */
  EXCHANGE_GOODS: { partId: number; lineId?: number };
  /** A shop agrees to a refund. */
  AGREE_REFUND: { refund: RefundDetails };
  OBJECT_REFUND: { id: number };
  /** Each piece that came back is restocked or written off. */
  INSPECT_REFUND: { id: number; shopId: number };
  /** Decides a refund; `status` preselects the decision. */
  UPDATE_REFUND: { id: number; status?: RefundState };
  /** Confirms a move of a withdrawal. */
  DECIDE_WITHDRAW: { withdraw: Pick<Withdraw, 'id' | 'version' | 'amount'>; to: WithdrawState };
  COMPLETE_REFUND_CODE: { id: number; amount: number };
  REFUND_IMAGE: { pictures: Attachment[]; at: number };
  EDIT_REVIEW: { review: Review };
  REPLY_QUESTION: { question: Question };
  /** Writes or changes the shop's answer. */
  REPLY_REVIEW: { review: Review };
  /** Gives all questions in `target` the same answer. */
  ANSWER_QUESTIONS: BulkQuestion;
  /** Complains about a review or a question. */
  ABUSE_REPORT: ReportedThing;
  /** Removes the subject of a complaint. */
  ACCEPT_ABUSE_REPORT: ReportedThing;
  DECLINE_ABUSE_REPORT: ReportedThing;
  REVIEW_IMAGE_POPOVER: { pictures: Attachment[]; at: number };
  /** Purges a row of the trash. */
  /** The short form of a step of the vendor's guide; the first step has no shop yet. */
  PRODUCT_PICTURES: { products: { id: number; name: string }[] };
  FIRST_STEP: { step: ShortStep; shop?: { id: number; slug: string } | undefined };
  PURGE_RECORD: { family: TrashFamily; id: number; title: string };
  /** Puts fields of a saved form back; `labelOf` names the fields of a form of its own. */
  UNDO_SAVE: {
    family: string;
    entry: HistoryEntry;
    labelOf?: ((path: string) => string | undefined) | undefined;
  };
  /** Makes a report of a list; `periodKey` is the list's filter of days. */
  SAVE_REPORT: {
    name: string;
    periodKey: string | undefined;
    save: (choice: { name: string; period?: ReportPeriod; period_key?: string }) => Promise<unknown>;
  };
  /** Shows a record as it was at a moment. */
  AS_OF: {
    family: string;
    id: number;
    labelOf?: ((path: string) => string | undefined) | undefined;
  };
  STOCK_MOVEMENTS: { productId: number; variationId?: number; title: string };
};

/** An action on many rows; `onDone` ends a selection of all that match. */
interface BulkQuestion {
  target: BulkTarget;
  count: number;
  onDone: () => void;
}

/** An order paid on handover: an administrator says who took the cash, a shop is told that it keeps it. */
export type CashQuestion = 'ask' | 'kept';

export type DialogName = keyof DialogData;

/** What the host gives to the component of a dialog. */
export interface DialogProps<Name extends DialogName> {
  data: DialogData[Name];
  onClose: () => void;
}

/** Name of a family's delete dialog; undefined for a family that is never deleted. */
export function findDeleteDialog(family: string): DeleteDialog | undefined {
  if (!isRemovable(family)) return undefined;
  const specified = (specifiedNames as Partial<Record<string, DeleteDialog>>)[family];
  return specified ?? (`DELETE_${family.replaceAll('-', '_').toUpperCase()}` as DeleteDialog);
}

/** Family of a delete dialog; undefined for every other dialog. */
export function familyOfDeletion(dialog: DialogName): ResourceName | undefined {
  const families = Object.keys(familyPages) as ResourceName[];
  return families.find((family) => findDeleteDialog(family) === dialog);
}
