import type { Address } from '@/contract/accounts/addresses/schema';
import type { ProductStatus } from '@/contract/catalogue/products/moderation';
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

/** Delete confirmations: the dialog's name → its family (specification §2; reference entities E122). */
export const deleteDialogs = {
  DELETE_TAG: 'tags',
  DELETE_BOX: 'boxes',
  DELETE_FAQ: 'faqs',
  DELETE_STORE_NOTICE: 'store-notices',
  DELETE_ERROR_CODE: 'error-codes',
  DELETE_TYPE: 'groups',
  DELETE_CATEGORY: 'categories',
  DELETE_PRODUCT: 'products',
  DELETE_ATTRIBUTE: 'attributes',
  DELETE_ATTRIBUTE_VALUE: 'attribute-values',
  DELETE_AUTHOR: 'authors',
  DELETE_MANUFACTURER: 'manufacturers',
  DELETE_TAX: 'taxes',
  DELETE_SHIPPING: 'shippings',
  DELETE_DELIVERY_CLASS: 'delivery-classes',
  DELETE_ORDER_STATUS: 'order-status',
  DELETE_REFUND_POLICY: 'refund-policies',
  DELETE_REFUND_REASON: 'refund-reasons',
  DELETE_COUPON: 'coupons',
  DELETE_TERMS_AND_CONDITIONS: 'terms-and-conditions',
  DELETE_FLASH_SALE: 'flash-sale',
  DELETE_MOBILE_APP_VERSION: 'mobile-app-versions',
  DELETE_SOCIAL_LINKS: 'social-links',
  DELETE_ADVERTISING_BANNERS: 'advertising-banners',
  DELETE_REVIEW_BANNER: 'review-banners',
  DELETE_STAFF: 'staffs',
  DELETE_SHOP: 'shops',
  DELETE_REVIEW: 'reviews',
  DELETE_QUESTION: 'questions',
} as const satisfies Record<string, ResourceName>;

export type DeleteDialog = keyof typeof deleteDialogs;

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

/** The delete dialog of a family; undefined for a family that has none. */
export function deleteDialogOf(family: string): DeleteDialog | undefined {
  const found = Object.entries(deleteDialogs).find(([, name]) => name === family);
  return found && (found[0] as DeleteDialog);
}
