import { boxes } from './boxes';
import { errorCodes } from './error-codes';
import { faqs } from './faqs';
import { storeNotices } from './store-notices';
import { tags } from './tags';

/** The registry of families that follow from their declaration. */
export const resources = {
  tags,
  boxes,
  faqs,
  'store-notices': storeNotices,
  'error-codes': errorCodes,
} as const;

export type ResourceName = keyof typeof resources;

export const resourceNames = Object.keys(resources) as ResourceName[];
