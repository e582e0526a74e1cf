import dynamic from 'next/dynamic';
import { Loader } from '@/components/ui/loader';
import type { DialogName } from '@/contract/dialogs';
import type { Draw } from './dialog-draw';

const loading = () => <Loader />;

const EditReviewDialog = dynamic(
  () => import('@/features/feedback/edit-review-dialog').then((module) => module.EditReviewDialog),
  { loading },
);
const ReplyToQuestion = dynamic(
  () => import('@/features/feedback/reply-dialog').then((module) => module.ReplyToQuestion),
  { loading },
);
const ReplyToReview = dynamic(
  () => import('@/features/feedback/reply-dialog').then((module) => module.ReplyToReview),
  { loading },
);
const AnswerManyDialog = dynamic(
  () => import('@/features/feedback/answer-many-dialog').then((module) => module.AnswerManyDialog),
  { loading },
);
const ReportDialog = dynamic(
  () => import('@/features/feedback/complaints/report-dialog').then((module) => module.ReportDialog),
  { loading },
);
const DecideDialog = dynamic(
  () => import('@/features/feedback/complaints/decide-dialog').then((module) => module.DecideDialog),
  { loading },
);
const PhotoDialog = dynamic(
  () => import('@/features/feedback/photo-dialog').then((module) => module.PhotoDialog),
  { loading },
);

/** Dialogs of reviews, questions and complaints (`modal-host.tsx` has the others). */
export const feedbackDialogs = {
  EDIT_REVIEW: (data, onClose) => <EditReviewDialog data={data} onClose={onClose} />,
  REPLY_QUESTION: (data, onClose) => <ReplyToQuestion {...data} onClose={onClose} />,
  REPLY_REVIEW: (data, onClose) => <ReplyToReview {...data} onClose={onClose} />,
  ANSWER_QUESTIONS: (data, onClose) => <AnswerManyDialog data={data} onClose={onClose} />,
  ABUSE_REPORT: (data, onClose) => <ReportDialog data={data} onClose={onClose} />,
  ACCEPT_ABUSE_REPORT: (data, onClose) => <DecideDialog isAcceptance data={data} onClose={onClose} />,
  DECLINE_ABUSE_REPORT: (data, onClose) => (
    <DecideDialog isAcceptance={false} data={data} onClose={onClose} />
  ),
  REVIEW_IMAGE_POPOVER: (data) => <PhotoDialog data={data} />,
} satisfies { [Name in DialogName]?: Draw<Name> };
