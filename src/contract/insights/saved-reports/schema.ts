import * as yup from 'yup';
import { relatedId } from '@/contract/core/rules';
import { maxReceivers, reportFormats, reportPeriods, reportSchedules } from './index';

const text = (length: number) => yup.string().max(length, 'error-too-long');

/** Texts by query key, limited in number and length. */
function isQuery(value: unknown): value is Record<string, string> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const texts = Object.values(value);
  return texts.length <= 30 && texts.every((one) => typeof one === 'string' && one.length <= 1000);
}

const reportListSchema = yup
  .object({
    query: yup.mixed(isQuery).typeError('error-wrong-value').required('error-wrong-value'),
    columns: yup
      .array(text(60).required('error-wrong-value'))
      .min(1, 'error-wrong-value')
      .max(60, 'error-too-many-values')
      .required('error-wrong-value'),
    address: text(2000)
      .matches(/^\/(?!\/)/, 'error-wrong-value')
      .required('error-wrong-value'),
    language: text(10).required('error-wrong-value'),
  })
  .typeError('error-wrong-value');

/** Body of a report; `family`, `shop_id` and `list` are set on creation only. */
export const savedReportSchema = yup.object({
  name: yup.string().trim().required('error-name-required').max(100, 'error-too-long'),
  list: reportListSchema.required('error-wrong-value'),
  period: yup
    .string()
    .nullable()
    .oneOf([...reportPeriods, null], 'error-wrong-value')
    .default(null),
  period_key: text(60).nullable().default(null),
  format: yup.string().oneOf(reportFormats, 'error-wrong-value').default('xlsx'),
  schedule: yup.string().oneOf(reportSchedules, 'error-wrong-value').default('none'),
  hour: yup
    .number()
    .typeError('error-wrong-value')
    .integer('error-wrong-value')
    .min(0, 'error-wrong-value')
    .max(23, 'error-wrong-value')
    .default(8),
  receivers: yup
    .array(relatedId().required('error-wrong-value'))
    .max(maxReceivers, 'error-too-many-values')
    .default([]),
});
