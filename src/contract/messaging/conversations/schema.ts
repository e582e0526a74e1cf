import * as yup from 'yup';
import { attachments, relatedId, writtenText } from '@/contract/core/rules';
import { maxMessageFiles, maxMessageLength } from './index';

/** `POST conversations`: with a shop, or, for the shop's people, with the customer of a part of an order. */
export const conversationSchema = yup.object({
  order_id: relatedId(),
  shop_id: relatedId().when('order_id', ([order], shop) =>
    order ? shop : shop.required('error-shop-required'),
  ),
});

/**
 * `POST messages/conversations/{id}`: printable text with line breaks; the text may be empty when files are attached.
 */
export const messageSchema = yup.object({
  message: writtenText()
    .default('')
    .max(maxMessageLength, 'error-too-long')
    .when('attachments', ([files], text) =>
      Array.isArray(files) && files.length > 0 ? text : text.required('error-message-required'),
    ),
  key: yup
    .string()
    .matches(/^[\x21-\x7e]{1,64}$/, { message: 'error-wrong-value', excludeEmptyString: true })
    .nullable(),
  attachments: attachments().max(maxMessageFiles, 'error-too-many'),
});

/** `POST messages/seen/{id}`: last seen message; defaults to the last one. */
export const seenSchema = yup.object({
  message_id: relatedId(),
});
