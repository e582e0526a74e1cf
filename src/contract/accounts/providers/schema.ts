import * as yup from 'yup';
import { freeText } from '@/contract/core/rules';
import { providerKinds } from '.';

const shortText = () => yup.string().trim().max(500, 'error-too-long');

/** Names of scopes, apart by spaces, as the protocol sends them (RFC 6749 §3.3). */
const scopesPattern = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** `PUT sign-in/providers/{id}`: kind and issuer stay, because links are with people of that issuer. */
export const providerSchema = yup.object({
  name: freeText().required('required').max(60, 'error-too-long'),
  client_id: shortText().required('required'),
  /** Left empty, the stored one stays. */
  client_secret: shortText().nullable(),
  scopes: shortText()
    .transform((text: unknown) => (typeof text === 'string' ? text.trim().replace(/\s+/g, ' ') : text))
    .required('required')
    .matches(scopesPattern, 'error-wrong-value'),
  is_on: yup.boolean().default(false),
  links_by_email: yup.boolean().default(false),
});

/** `POST sign-in/providers` */
export const newProviderSchema = providerSchema.shape({
  kind: yup.string().oneOf(providerKinds, 'error-wrong-value').required('required'),
  issuer: shortText()
    .required('required')
    .matches(/^https?:\/\/[^\s?#@]+$/, 'error-wrong-value')
    .transform((text: unknown) => (typeof text === 'string' ? text.trim() : text)),
});

export type ProviderInput = yup.InferType<typeof providerSchema>;
export type NewProviderInput = yup.InferType<typeof newProviderSchema>;

const provider = () => yup.number().integer('error-wrong-value').required('error-wrong-value');

/** A path that no browser reads as another site. */
const isInside = (path: string) =>
  /^\/(?!\/)[!-[\]-~\u00a1-\uffff]*$/.test(path) && !/^[^?#]*(\/\/|%(2f|5c|[01]|7f))/i.test(path);

/** `POST sign-in/start` */
export const startSignInSchema = yup.object({
  provider: provider(),
  /** A page of the panel to open afterwards. */
  back: yup
    .string()
    .max(2000, 'error-too-long')
    .test('inside', 'error-wrong-value', (path) => !path || isInside(path))
    .nullable(),
});

/** `POST sign-in/links/start` and `sign-in/links/remove`: the password says who asks. */
export const signInLinkSchema = yup.object({
  provider: provider(),
  password: yup.string().required('error-password-required').max(200, 'error-too-long'),
});
