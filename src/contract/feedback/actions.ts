import { action, as, type SentInput } from '@/contract/core/action';
import type { BulkTarget } from '@/contract/core/bulk';
import type { Page } from '@/contract/core/paging';
import { adminOnly, signedIn, withStaff } from '@/contract/core/permissions';
import type { DecidedCases, ReportCase, ReportCaseDetails } from './abusive-reports';
import {
  type AbusiveReport,
  decisionSchema,
  decisionsSchema,
  reportSchema,
  voteSchema,
} from './abusive-reports/schema';
import { type AnsweredMany, answerSchema } from './questions/schema';
import type { Review } from './reviews/schema';

/** What can be asked of feedback, besides the rows of its families. */

/** Other servers have longer names of the types. */
type Decision = Omit<SentInput<typeof decisionSchema>, 'model_type'> & { model_type: string };

export const answerMany = action(
  'POST questions/bulk/answer',
  "Gives one answer to those without one; answered ones and other shops' are skipped.",
  {
    right: 'feedback:write',
    allow: withStaff('feedback'),
    capability: 'bulk',
    body: answerSchema,
    sends: as<SentInput<typeof answerSchema> & BulkTarget>(),
    answer: as<AnsweredMany>(),
  },
);
export const answerReview = action(
  'PUT reviews/:key/answer',
  'Writes or changes the shop’s answer to a review.',
  {
    right: 'feedback:write',
    allow: withStaff('feedback'),
    capability: 'review-answers',
    body: answerSchema,
    answer: as<Review>(),
  },
);
export const removeReviewAnswer = action(
  'DELETE reviews/:key/answer',
  'Takes the shop’s answer to a review back.',
  { right: 'feedback:write', allow: withStaff('feedback'), capability: 'review-answers' },
);
export const myQuestions = action(
  'GET my-questions',
  'The questions that the person asked, also those without an answer.',
  { right: 'own', allow: signedIn },
);
export const myReports = action('GET my-reports', 'The complaints that the person made.', {
  right: 'own',
  allow: signedIn,
});
export const listVotes = action('GET feedbacks', 'The votes of the person.', {
  right: 'own',
  allow: signedIn,
});
export const getVote = action('GET feedbacks/:key', 'One vote of the person.', {
  right: 'own',
  allow: signedIn,
});
export const vote = action('POST feedbacks', 'Votes for a review or question, once a person.', {
  right: 'own',
  allow: signedIn,
  body: voteSchema,
});
export const removeVote = action('DELETE feedbacks/:key', 'Removes a vote.', {
  right: 'own',
  allow: adminOnly,
});
export const listReports = action('GET abusive_reports', 'Complaints one by one.', {
  right: 'feedback:read',
  allow: adminOnly,
});
export const listCases = action('GET abusive_reports/cases', 'Complaints grouped by subject.', {
  right: 'feedback:read',
  allow: adminOnly,
  capability: 'cases',
  answer: as<Page<ReportCase>>(),
});
export const getCase = action(
  'GET abusive_reports/cases/:type/:key',
  "The subject, its complaints and the author's history.",
  { right: 'feedback:read', allow: adminOnly, capability: 'cases', answer: as<ReportCaseDetails>() },
);
export const getReport = action('GET abusive_reports/:key', 'One complaint.', {
  right: 'feedback:read',
  allow: adminOnly,
  answer: as<AbusiveReport>(),
});
export const createReport = action('POST abusive_reports', 'Complains about a review or question.', {
  right: 'own',
  allow: signedIn,
  created: true,
  body: reportSchema,
});
export const acceptCase = action(
  'POST abusive_reports/accept',
  'Removes the review or question (restorable) and closes its complaints.',
  { right: 'feedback:decide', allow: adminOnly, body: decisionSchema, sends: as<Decision>() },
);
export const declineAndShow = action(
  'POST abusive_reports/reject',
  'Declines the open complaints and returns the subject, which stays.',
  { right: 'feedback:decide', allow: adminOnly, body: decisionSchema, sends: as<Decision>() },
);
export const decideMany = action(
  'POST abusive_reports/bulk/decide',
  'Decides several subjects; those without open complaints are skipped.',
  {
    right: 'feedback:decide',
    allow: adminOnly,
    capability: 'bulk',
    body: decisionsSchema,
    answer: as<DecidedCases>(),
  },
);
export const removeReport = action('DELETE abusive_reports/:key', 'Removes a complaint.', {
  right: 'feedback:decide',
  allow: adminOnly,
});
