import * as yup from 'yup';
import type { BaseRow } from '@/contract/core/define';
import { calendarDay, freeText } from '@/contract/core/rules';

const noticePriorities = ['high', 'medium', 'low'] as const;
/** Types that administrators send (to vendors) and owners send (to own shops). */
export const adminNoticeTypes = ['all_vendor', 'specific_vendor'] as const;
export const ownerNoticeTypes = ['all_shop', 'specific_shop'] as const;
const noticeTypes = [...adminNoticeTypes, ...ownerNoticeTypes] as const;

export type NoticeType = (typeof noticeTypes)[number];

/** Types with an explicit list of receivers. */
export function needsReceivers(type: string | undefined): boolean {
  return type === 'specific_vendor' || type === 'specific_shop';
}

/** A notice to vendors or shops. Calendar days in ISO 8601. */
export const storeNoticeSchema = yup.object({
  priority: yup
    .string()
    .oneOf(noticePriorities, 'error-priority-required')
    .required('error-priority-required'),
  notice: freeText().required('error-notice-title-required').max(250, 'error-too-long'),
  description: freeText().required('error-notice-description-required').max(10_000, 'error-too-long'),
  effective_from: calendarDay().required('error-date-required'),
  expired_at: calendarDay()
    .required('error-expire-date-required')
    .test(
      'order',
      'error-expire-before-start',
      (end, { parent }) => !end || !parent.effective_from || end >= parent.effective_from,
    ),
  /** An owner's notice that every visitor of the shop's page reads, too. */
  is_listed: yup.boolean(),
  type: yup.string().oneOf(noticeTypes, 'error-type-required').required('error-type-required'),
  received_by: yup
    .array(yup.number().integer().positive().required())
    .default([])
    .when('type', ([type], schema) =>
      needsReceivers(type) ? schema.min(1, 'error-receivers-required') : schema,
    ),
});

export type StoreNoticeInput = yup.InferType<typeof storeNoticeSchema>;

export interface NoticeReceiver {
  id: number;
  name: string;
  slug: string | null;
}

/** A reader of a notice; the author sees all, anybody else only themselves. */
export interface NoticeReader {
  id: number;
  name: string;
  pivot: { store_notice_id: number; user_id: number; is_read: 1; read_at: string };
}

/** `GET store-notices/{id}/readers`, for the author and administrators: all receivers, readers first. */
export interface NoticeReaders {
  total: number;
  read: number;
  data: { id: number; name: string; read_at: string | null }[];
}

/** `GET store-notices/unread`: notices in force, addressed to the caller and unread. */
export interface UnreadNotices {
  total: number;
  /** High priority only, newest first; at most `maxBanners`. */
  high: Pick<StoreNotice, 'id' | 'notice' | 'description'>[];
}

export const maxBanners = 3;

export interface StoreNotice extends BaseRow, StoreNoticeInput {
  users: NoticeReceiver[];
  shops: NoticeReceiver[];
  is_read: boolean;
  read_status: NoticeReader[];
  creator_role: string;
  creator: { id: number; name: string; email: string };
  created_by: number;
}
