import * as yup from 'yup';
import type { BaseRow } from '@/contract/core/define';
import { calendarDay, freeText } from '@/contract/core/rules';

const noticePriorities = ['high', 'medium', 'low'] as const;
/** Types an administrator sends (to vendors) and types an owner sends (to own shops); reference rules. */
export const adminNoticeTypes = ['all_vendor', 'specific_vendor'] as const;
export const ownerNoticeTypes = ['all_shop', 'specific_shop'] as const;
const noticeTypes = [...adminNoticeTypes, ...ownerNoticeTypes] as const;

export type NoticeType = (typeof noticeTypes)[number];

/** Types whose receivers are picked one by one. */
export function needsReceivers(type: string | undefined): boolean {
  return type === 'specific_vendor' || type === 'specific_shop';
}

/** A notice to vendors or to shops (reference entities E82, rules R-210). Dates are calendar days, ISO 8601. */
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

/** Somebody who has read a notice; its author learns of all, anybody else of himself. */
export interface NoticeReader {
  id: number;
  name: string;
  pivot: { store_notice_id: number; user_id: number; is_read: 1; read_at: string };
}

/** `GET store-notices/{id}/readers`, for the author and administrators: every receiver, those who have read it first. */
export interface NoticeReaders {
  total: number;
  read: number;
  data: { id: number; name: string; read_at: string | null }[];
}

/** `GET store-notices/unread`: what was sent to the person, is in force and not read. */
export interface UnreadNotices {
  total: number;
  /** The weightiest ones, the newest first; at most `maxBanners`. */
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
