import * as yup from 'yup';
import { freeText } from '@/contract/core/rules';

/** `POST vendor-views` */
export const viewSchema = yup.object({
  user_id: yup
    .number()
    .integer('error-wrong-value')
    .positive('error-wrong-value')
    .typeError('error-wrong-value')
    .required('error-wrong-value'),
  /** The vendor reads it afterwards. */
  reason: freeText().min(5, 'error-view-reason').max(500, 'error-too-long').required('error-view-reason'),
});

export type ViewInput = yup.InferType<typeof viewSchema>;
