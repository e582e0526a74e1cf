import type { DialogName } from '@/contract/dialogs';
import { type Dialogs, lazyDialog } from './lazy-dialog';

const DecideDialog = lazyDialog(() => import('@/features/feedback/complaints/decide-dialog'), 'DecideDialog');

/** Dialogs of reviews, questions and complaints (`modal-host.tsx` has the others). */
export const feedbackDialogs = {
  EDIT_REVIEW: lazyDialog(() => import('@/features/feedback/edit-review-dialog'), 'EditReviewDialog'),
  REPLY_QUESTION: lazyDialog(() => import('@/features/feedback/reply-dialog'), 'ReplyToQuestion'),
  REPLY_REVIEW: lazyDialog(() => import('@/features/feedback/reply-dialog'), 'ReplyToReview'),
  ANSWER_QUESTIONS: lazyDialog(() => import('@/features/feedback/answer-many-dialog'), 'AnswerManyDialog'),
  ABUSE_REPORT: lazyDialog(() => import('@/features/feedback/complaints/report-dialog'), 'ReportDialog'),
  ACCEPT_ABUSE_REPORT: (props) => <DecideDialog isAcceptance {...props} />,
  DECLINE_ABUSE_REPORT: (props) => <DecideDialog isAcceptance={false} {...props} />,
  REVIEW_IMAGE_POPOVER: lazyDialog(() => import('@/features/feedback/photo-dialog'), 'PhotoDialog'),
} satisfies Partial<Dialogs<DialogName>>;
