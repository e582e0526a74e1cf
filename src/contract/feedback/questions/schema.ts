import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { relatedId, writtenText } from '@/contract/core/rules';
import type { AbusiveReport } from '../abusive-reports';
import type { FeedbackFigures, FeedbackPerson, FeedbackProduct } from '../reviews/schema';
import { longestFeedback } from '../reviews/values';

/** `POST questions`, and the answer of `PUT questions/{id}` (reference rules ). */
export const questionSchema = yup.object({
  product_id: relatedId().required('error-wrong-value'),
  shop_id: relatedId(),
  question: writtenText().required('error-question-required').max(1000, 'error-too-long'),
  answer: writtenText().max(longestFeedback, 'error-too-long').nullable(),
});

/** `PUT questions/{id}`: of everything else that clients of this dialect send along nothing is changed. */
export const answerSchema = yup.object({
  answer: writtenText().required('error-answer-required').max(longestFeedback, 'error-too-long'),
});

/** `POST questions/bulk/answer`: how many were answered, and how many had an answer. */
export interface AnsweredMany {
  done: number;
  refused: number;
}

export type QuestionInput = yup.InferType<typeof questionSchema>;

/** What a customer asks about a product (reference entities E73); unanswered while `answer` is null. */
export interface Question extends BaseRow, FeedbackFigures {
  product_id: number;
  product: FeedbackProduct | null;
  shop_id: number;
  shop: Stub | null;
  user_id: number;
  user: FeedbackPerson | null;
  question: string;
  answer: string | null;
  answered_at: string | null;
  /** Only for administrators and the shop. */
  answerer?: { id: number; name: string } | null;
  moderation_note?: string | null;
  abusive_reports?: AbusiveReport[];
}
