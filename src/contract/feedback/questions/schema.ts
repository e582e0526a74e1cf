import * as yup from 'yup';
import { relatedId, writtenText } from '@/contract/core/rules';
import type { FeedbackRow } from '../reviews/schema';
import { maxFeedbackLength } from '../reviews/values';

/** `POST questions`, and the answer of `PUT questions/{id}`. */
export const questionSchema = yup.object({
  product_id: relatedId().required('error-wrong-value'),
  shop_id: relatedId(),
  question: writtenText().required('error-question-required').max(1000, 'error-too-long'),
  answer: writtenText().max(maxFeedbackLength, 'error-too-long').nullable(),
});

/** `PUT questions/{id}`: only the answer is written; other fields that clients of this dialect send are ignored. */
export const answerSchema = yup.object({
  answer: writtenText().required('error-answer-required').max(maxFeedbackLength, 'error-too-long'),
});

/** `POST questions/bulk/answer`: counts of answered and of skipped (already answered) questions. */
export interface AnsweredMany {
  done: number;
  refused: number;
}

export type QuestionInput = yup.InferType<typeof questionSchema>;

/** A customer's question about a product; unanswered while `answer` is null. */
export interface Question extends FeedbackRow {
  question: string;
  answer: string | null;
  answered_at: string | null;
  /** Visible to administrators and the shop only. */
  answerer?: { id: number; name: string } | null;
}
