import * as yup from 'yup';
import { isDay } from '@/contract/core/day';
import type { Stub } from '@/contract/core/define';
import type { HistoryEntry } from '@/contract/core/history';
import { familyPages } from '@/contract/family-pages';
import type { ResourceName } from '@/contract/index';

/** An entry of the panel-wide audit log, `GET activity`. */
export interface ActivityEntry extends HistoryEntry {
  family: string;
  row_id: number | null;
  /** Current name of the record; null when it has none or was purged. */
  title: string | null;
  /** Path of its page, without base path and language; null when it has none. */
  path: string | null;
  /** The record is in the trash. */
  is_removed: boolean;
  shop: Stub | null;
}

/** A page of the log, newest first; pass `next` as `before` of the next request, null at the end. */
export interface ActivityPage {
  data: ActivityEntry[];
  next: number | null;
}

/** Families and actions that occur in the log, `GET activity/choices`. */
export interface ActivityChoices {
  families: { family: string; actions: string[] }[];
}

/** A change of many rows that its person can still undo, `GET activity/bulk`. */
export interface BulkChange {
  id: number;
  family: string;
  at: string;
  /** The rows were removed; else one of their fields was set. */
  is_removal: boolean;
  count: number;
}

/** Maximum rows of an export; the newest are kept. */
export const activityExportLimit = 100_000;

const wrong = 'error-wrong-value';
const id = () => yup.number().integer(wrong).positive(wrong).typeError(wrong);
const day = () =>
  yup
    .string()
    .matches(/^\d{4}-\d{2}-\d{2}$/, { message: 'error-date-format', excludeEmptyString: true })
    .test('day', 'error-date-format', (text) => !text || isDay(text));

/** Log filter: actor, family, action, record, shop and business days. */
export const activityFilterSchema = yup.object({
  user: id(),
  shop: id(),
  family: yup.string().max(60, wrong),
  // Requires a family: the index starts with it.
  action: yup
    .string()
    .max(60, wrong)
    .when('family', ([family], schema) => (family ? schema : schema.max(0, wrong))),
  row: id().when('family', ([family], schema) =>
    family ? schema : schema.test('family', wrong, (value) => value === undefined),
  ),
  from: day(),
  to: day(),
});

export type ActivityFilter = yup.InferType<typeof activityFilterSchema>;

/** Families whose rows are never restored, and staff, who are accounts of users. */
const withoutTrash = ['orders', 'refunds', 'withdraws', 'staffs'] as const satisfies readonly ResourceName[];

export type TrashFamily = Exclude<ResourceName, (typeof withoutTrash)[number]>;

const isTrashFamily = (name: string): name is TrashFamily => !withoutTrash.some((each) => each === name);

/** Listed first among the families of the trash. */
const commonInTrash: readonly TrashFamily[] = ['products', 'shops', 'users', 'coupons', 'categories'];

/** Families with rows that can be restored from the trash: all except `withoutTrash`. */
export const trashFamilies: readonly TrashFamily[] = [
  ...new Set([...commonInTrash, ...Object.keys(familyPages).filter(isTrashFamily)]),
];

/** Users are never purged: the audit log refers to them. */
export const neverPurged: readonly TrashFamily[] = ['users'];

/** A removed row, `GET trash`. */
export interface TrashEntry {
  id: number;
  family: TrashFamily;
  title: string;
  deleted_at: string;
  /** Who removed it. */
  user: { id: number; name: string } | null;
}

/** Removed rows per family, `GET trash/families`; counted up to `trashCountLimit`. */
export interface TrashCount {
  family: TrashFamily;
  count: number;
}

export const trashCountLimit = 1000;
