import { type Attachment, type BaseRow, defineResource, type Stub } from '@/contract/core/define';
import { adminOnly, signedIn } from '@/contract/core/permissions';
import type { FeedbackPerson, FeedbackProduct } from '../reviews/schema';
import type { ReportInput } from './schema';

/** What may be complained of. Other servers of this dialect write a longer name, which ends like this. */
export const reportedTypes = ['Review', 'Question'] as const;
export type ReportedType = (typeof reportedTypes)[number];

export const reportStates = ['open', 'accepted', 'declined'] as const;
export type ReportState = (typeof reportStates)[number];

/** A complaint (reference entities E72). */
export interface AbusiveReport extends BaseRow {
  user_id: number;
  user: { id: number; name: string; email: string } | null;
  model_type: ReportedType;
  model_id: number;
  message: string;
  /** `accepted`: what it is about was removed. */
  status: ReportState;
  decision_note: string | null;
  decided_at: string | null;
  decider: { id: number; name: string } | null;
}

/**
 * Complaints one by one, as other clients read them. Not one of the families of the registry: the panel shows them by what
 * they are about (`ReportCase`).
 */
export const abusiveReports = defineResource<AbusiveReport, ReportInput>({
  name: 'abusive_reports',
  endpoint: 'abusive_reports',
  updateMethod: 'PUT',
  schema: () => import('./schema').then((module) => module.reportSchema),
  allow: { list: adminOnly, read: adminOnly, create: signedIn, update: adminOnly, remove: adminOnly },
  identity: 'id',
  titleOf: (report) => `№${report.id}`,
  columns: [{ key: 'message', kind: 'text' }],
  fields: [],
  filters: [],
  search: { message: 'like', status: 'in', model_type: 'eq', model_id: 'eq', user_id: 'eq' },
  defaultSort: { orderBy: 'created_at', sortedBy: 'desc' },
  pageSize: 10,
  translatable: [],
  after: { create: 'list', update: 'stay' },
  initial: {},
});

/** One review or question with the complaints about it: `GET abusive_reports/cases`. */
export interface ReportCase {
  model_type: ReportedType;
  model_id: number;
  reports_count: number;
  first_reported_at: string | null;
  text: string | null;
  /** Of a review. */
  rating: number | null;
  photos: Attachment[];
  /** Of a question. */
  answer: string | null;
  created_at: string;
  deleted_at: string | null;
  moderation_note: string | null;
  product: FeedbackProduct | null;
  shop: Stub | null;
  user: FeedbackPerson | null;
  positive_feedbacks_count: number;
  negative_feedbacks_count: number;
}

/** What is known of who wrote it, for whoever decides. */
export interface AuthorHistory {
  since: string;
  reviews: number;
  reviews_removed: number;
  average_rating: number | null;
  questions: number;
  questions_removed: number;
  /** Complaints about what they wrote, and those that were accepted. */
  reports_against: number;
  reports_against_accepted: number;
  reports_by: number;
  reports_by_accepted: number;
}

/** `GET abusive_reports/cases/{type}/{id}`: also of what was removed. */
export interface ReportCaseDetails extends ReportCase {
  reports: AbusiveReport[];
  author: AuthorHistory | null;
}

/** `POST abusive_reports/bulk/decide`. */
export interface DecidedCases {
  done: number;
  items: Pick<ReportCase, 'model_type' | 'model_id'>[];
  /** What was decided or removed by somebody else meanwhile. */
  refused: number;
}
