import { type Attachment, defineResource, type Stub } from '@/contract/core/define';
import { adminOnly, signedIn } from '@/contract/core/permissions';
import type { FeedbackPerson, FeedbackProduct } from '../subject';
import type { AbusiveReport, ReportedType, ReportInput } from './schema';

/**
 * Single complaints, as other clients read them. Not in the family registry: the panel groups them into cases
 * (`ReportCase`).
 */
export const abusiveReports = defineResource<AbusiveReport, ReportInput, 'abusive_reports'>({
  name: 'abusive_reports',
  domain: 'feedback',
  schema: () => import('./schema').then((module) => module.reportSchema),
  allow: { list: adminOnly, read: adminOnly, create: signedIn, update: adminOnly, remove: adminOnly },
  titleOf: (report) => `№\u00a0${report.id}`,
  columns: [{ key: 'message', kind: 'text' }],
  fields: [],
  search: { message: 'like', status: 'in', model_type: 'eq', model_id: 'eq', user_id: 'eq' },
  pageSize: 10,
  after: { create: 'list', update: 'stay' },
});

/** A review or question together with its complaints: `GET abusive_reports/cases`. */
export interface ReportCase {
  model_type: ReportedType;
  model_id: number;
  reports_count: number;
  first_reported_at: string | null;
  text: string | null;
  /** Reviews only. */
  rating: number | null;
  photos: Attachment[];
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

export interface AuthorHistory {
  since: string;
  reviews: number;
  reviews_removed: number;
  average_rating: number | null;
  questions: number;
  questions_removed: number;
  /** Complaints against this author's texts. */
  reports_against: number;
  reports_against_accepted: number;
  reports_by: number;
  reports_by_accepted: number;
}

/** `GET abusive_reports/cases/{type}/{id}`; also answers for removed subjects. */
export interface ReportCaseDetails extends ReportCase {
  reports: AbusiveReport[];
  author: AuthorHistory | null;
}

/** `POST abusive_reports/bulk/decide`. */
export interface DecidedCases {
  done: number;
  items: Pick<ReportCase, 'model_type' | 'model_id'>[];
  /** Items that another administrator decided or removed first. */
  refused: number;
}
