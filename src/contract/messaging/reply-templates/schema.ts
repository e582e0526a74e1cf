import * as yup from 'yup';
import type { BaseRow } from '@/contract/core/define';
import { relatedId, writtenText } from '@/contract/core/rules';
import { hasUnknownPlaceholder, maxTemplateLength } from './placeholders';

export const replyTemplateSchema = yup.object({
  title: writtenText()
    .required('error-title-required')
    .matches(/^[^\n]*$/, 'error-text-characters')
    .max(80, 'error-too-long'),
  text: writtenText()
    .required('error-message-required')
    .max(maxTemplateLength, 'error-too-long')
    .test('placeholders', 'error-placeholder', (text) => !hasUnknownPlaceholder(text ?? '')),
  shop_id: relatedId().nullable(),
});

export type ReplyTemplateInput = yup.InferType<typeof replyTemplateSchema>;

/** A reply that people of a shop, or of the marketplace, send again and again. */
export interface ReplyTemplate extends BaseRow, ReplyTemplateInput {
  /** Of the marketplace: without a shop. */
  platform: boolean;
  shop: { id: number; name: string; slug: string } | null;
}
