import type { ResourceName } from './index';

/** Delete confirmations: the dialog's name → its family (specification §2; reference entities E122). */
export const deleteDialogs = {
  DELETE_TAG: 'tags',
  DELETE_BOX: 'boxes',
  DELETE_FAQ: 'faqs',
  DELETE_STORE_NOTICE: 'store-notices',
  DELETE_ERROR_CODE: 'error-codes',
  DELETE_TYPE: 'groups',
  DELETE_CATEGORY: 'categories',
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
} as const satisfies Record<string, ResourceName>;

export type DeleteDialog = keyof typeof deleteDialogs;

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
};

export type DialogName = keyof DialogData;

/** The delete dialog of a family; undefined for a family that has none. */
export function deleteDialogOf(family: string): DeleteDialog | undefined {
  const found = Object.entries(deleteDialogs).find(([, name]) => name === family);
  return found && (found[0] as DeleteDialog);
}
