import * as yup from 'yup';
import { calendarDay, freeText, relatedId } from '@/contract/core/rules';
import { vendorRegisters } from '.';

/** `POST shops/{id}/papers`: the owner sends a paper, or another in its place. */
export const sendPaperSchema = yup.object({
  item: yup.string().trim().max(40, 'error-wrong-value').required('error-wrong-value'),
  /** The uploaded file. */
  file: relatedId().max(Number.MAX_SAFE_INTEGER, 'error-file-missing').required('error-file-missing'),
  expires_on: calendarDay().nullable().default(null),
});

const reason = () =>
  freeText()
    .max(500, 'error-too-long')
    .nullable()
    .when('state', ([state], text) => (state === 'declined' ? text.required('error-reason-required') : text));

const version = () =>
  yup
    .number()
    .typeError('error-wrong-value')
    .integer('error-wrong-value')
    .min(0, 'error-wrong-value')
    .max(2_000_000_000, 'error-wrong-value')
    .required('error-wrong-value');

const decision = () =>
  yup
    .string()
    .oneOf(['accepted', 'declined'] as const, 'error-wrong-value')
    .required('error-wrong-value');

/** `POST shops/{id}/papers/{paper}/decide` */
export const decidePaperSchema = yup.object({
  state: decision(),
  reason: reason(),
  /** Of the paper as the person saw it: two who decide at once do not overwrite each other. */
  version: version(),
});

const register = () => yup.string().oneOf(vendorRegisters, 'error-wrong-value').required('error-wrong-value');

/** `POST shops/{id}/checks`: asks the register. */
export const askRegisterSchema = yup.object({ register: register() });

/** `POST shops/{id}/checks/decide`: what a person found in the register. */
export const decideCheckSchema = yup.object({
  register: register(),
  state: decision(),
  reason: reason(),
  /** 0 when the register was never asked. */
  version: version(),
});

/** `POST shops/{id}/contract`: the version that the owner has read. */
export const acceptContractSchema = yup.object({ version: version() });
