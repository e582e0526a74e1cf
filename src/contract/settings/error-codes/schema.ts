import * as yup from 'yup';
import type { BaseRow } from '@/contract/core/define';
import { amount, freeText } from '@/contract/core/rules';

/** Text shown for a server error code. */
export const errorCodeSchema = yup.object({
  code: yup
    .string()
    .trim()
    .uppercase()
    .required('error-code-required')
    .matches(/^[A-Z][A-Z0-9_.]*$/, 'error-code-format')
    .max(100, 'error-too-long'),
  title: freeText().max(200, 'error-too-long').nullable(),
  message: freeText().required('error-message-required').max(1000, 'error-too-long'),
  description: freeText().max(2000, 'error-too-long').nullable(),
  status: amount().integer('error-number-format').min(100, 'error-http-status').max(599, 'error-http-status'),
});

export type ErrorCodeInput = yup.InferType<typeof errorCodeSchema>;

export interface ErrorCodeRow extends BaseRow, ErrorCodeInput {}
