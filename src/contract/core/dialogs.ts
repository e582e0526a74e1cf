import type { Address } from '@/contract/accounts/addresses/schema';
import type { ProductStatus } from '@/contract/catalogue/products/moderation';
import { familyPages } from '@/contract/family-pages';
import type { ReportedType } from '@/contract/feedback/abusive-reports';
import type { Question } from '@/contract/feedback/questions/schema';
import type { Review } from '@/contract/feedback/reviews/schema';
import type { ResourceName } from '@/contract/index';
import type { TrashFamily } from '@/contract/insights/activity';
import type { OrderStatus } from '@/contract/orders/status';
import type { OrderDetails } from '@/contract/orders/wire';
import type { RefundState } from '@/contract/refunds/states';
import type { BulkTarget } from './bulk';
import type { Attachment } from './define';

/** Delete dialogs whose names do not follow from the family's (specification §2; reference entities E122). */
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

/** A person is banned, not deleted; a withdrawal is refused; orders and refunds stay. */
const withoutDeletion = [
  'users',
  'withdraws',
  'orders',
  'refunds',
] as const satisfies readonly ResourceName[];

type Removable = Exclude<ResourceName, (typeof withoutDeletion)[number]>;

/** `social-links` as it is written in the name of a dialog: `SOCIAL_LINKS`. */
type Constant<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Uppercase<First>}_${Constant<Rest>}`
  : Uppercase<Name>;

type SpecifiedFamily = keyof typeof specifiedNames;

export type DeleteDialog =
  | (typeof specifiedNames)[SpecifiedFamily]
  | `DELETE_${Constant<Exclude<Removable, SpecifiedFamily>>}`;

/** A review or a question, and the beginning of its text. */
export interface ReportedThing {
  type: ReportedType;
  id: number;
  title: string;
}

/** Dialogs that move a lever of a list after a question (`Column.ask`). */
export type ApprovalDialog = 'TERM_APPROVE_VIEW' | 'TERM_DISAPPROVE_VIEW';

/** Every dialog of the global host, and what it must be given. */
export type DialogData = {
  [Name in DeleteDialog]: {
    id: number;
    /** Named in the text, so that nobody deletes the wrong thing. */
    title: string;
  };
} & {
  [Name in ApprovalDialog]: { id: number; title: string };
} & {
  SEARCH_VIEW: undefined;
  EXPORT_IMPORT_ATTRIBUTE: { shopId: number };
  DESCRIPTION_VIEW: { title: string; text: string };
  /** `isBan` false gives the person back what a ban took. */
  BAN_CUSTOMER: { id: number; name: string; isBan: boolean };
  /** `isGrant` false takes it away. */
  MAKE_ADMIN: { id: number; name: string; isGrant: boolean };
  ADD_WALLET_POINTS: { id: number; name: string };
  /** `type` is what a new address is for, unless the person says otherwise. */
  ADD_OR_UPDATE_ADDRESS: { userId: number; address?: Address; type?: Address['type'] };
  SHOP_APPROVE_VIEW: { id: number; name: string };
  SHOP_DISAPPROVE_VIEW: { id: number; name: string };
  /** One view switches a shop or a product on or off. */
  ACTIVATE_VIEW: {
    kind: 'shop' | 'product';
    id: number;
    name: string;
    isActive: boolean;
    /** Of a product: what is asked for, where that is neither publishing nor a draft. */
    status?: ProductStatus;
  };
  SHOW_SHOP_QR: { name: string; slug: string };
  /** An administrator adds to a shop's money or takes from it. */
  ADJUST_BALANCE: { shopId: number; name: string };
  TRANSFER_SHOP: { id: number; name: string };
  /** `onDone` is given the picture that was cut out and stored. `ratio` is width by height. */
  CROPPER_PHOTO: { file: File; ratio: number; onDone: (picture: Attachment) => void };
  NO_ACTIVATED_PHONE: undefined;
  /** Opens the conversation of an administrator with a shop, of a vendor with the administration. */
  COMPOSE_MESSAGE: undefined;
  EXPORT_IMPORT_PRODUCT: { shopId: number; shop: string };
  /** `onDone` is given the text that the person took, a plain one. */
  GENERATE_DESCRIPTION: { name: string; group?: string; onDone: (text: string) => void };
  SELECT_PRODUCT_VARIATION: { slug: string };
  /** These three write into the checkout state. */
  SELECT_CUSTOMER: undefined;
  ADD_OR_UPDATE_CHECKOUT_CONTACT: undefined;
  SELECT_PICKUP_POINT: undefined;
  /** A move that is asked about before it is made. */
  CHANGE_ORDER_STATUS: { id: number; version: number; number: string; to: OrderStatus };
  ENTER_DELIVERY_DATE: {
    id: number;
    version: number;
    number: string;
    day: string | null;
    time: string | null;
  };
  COMPLETE_ORDER_CODE: { id: number; number: string };
  EDIT_ORDER_LINES: { order: OrderDetails };
  CHANGE_GATEWAY: { number: string };
  /** The link that an order is paid by. */
  SHOW_PAYMENT_QR: { number: string; url: string };
  SHOW_PRODUCT_QR: { name: string; slug: string };
  /** Why a submission is sent back. */
  REJECT_PRODUCT_REVIEW: { id: number; version: number; name: string };
  /** Many prices at once, of `target`. */
  PRICE_CHANGE: { target: BulkTarget; count: number };
  /** The stock of many products. */
  STOCK_CHANGE: { target: BulkTarget; count: number };
  /** Why many submitted products are sent back. */
  REJECT_PRODUCTS: { target: BulkTarget; count: number };
  /** Many products into, or out of, categories. */
  CATEGORY_CHANGE: { target: BulkTarget; count: number };
  /** Asks for money back on behalf of the customer of a whole order. */
  CREATE_REFUND: { orderId: number };
  /** Decides a refund; `status` when that was chosen before. */
  UPDATE_REFUND: { id: number; status?: RefundState };
  COMPLETE_REFUND_CODE: { id: number; amount: number };
  REFUND_IMAGE: { pictures: Attachment[]; at: number };
  EDIT_REVIEW: { review: Review };
  REPLY_QUESTION: { question: Question };
  /** One answer to many questions, of `target`. */
  ANSWER_QUESTIONS: { target: BulkTarget; count: number };
  /** A complaint about something that the person reads. */
  ABUSE_REPORT: ReportedThing;
  /** Removes what was complained of. */
  ACCEPT_ABUSE_REPORT: ReportedThing;
  DECLINE_ABUSE_REPORT: ReportedThing;
  REVIEW_IMAGE_POPOVER: { pictures: Attachment[]; at: number };
  /** Wipes a row of the trash out for good. */
  PURGE_RECORD: { family: TrashFamily; id: number; title: string };
  STOCK_MOVEMENTS: { productId: number; variationId?: number; title: string };
};

export type DialogName = keyof DialogData;

/** The delete dialog of a family, named after it; undefined for a family that is never deleted. */
export function deleteDialogOf(family: string): DeleteDialog | undefined {
  if (!Object.hasOwn(familyPages, family)) return undefined;
  if (withoutDeletion.some((name) => name === family)) return undefined;
  const specified = (specifiedNames as Partial<Record<string, DeleteDialog>>)[family];
  return specified ?? (`DELETE_${family.replaceAll('-', '_').toUpperCase()}` as DeleteDialog);
}

/** The family that a dialog deletes a row of; undefined for every other dialog. */
export function familyOfDeletion(dialog: DialogName): ResourceName | undefined {
  const families = Object.keys(familyPages) as ResourceName[];
  return families.find((family) => deleteDialogOf(family) === dialog);
}
