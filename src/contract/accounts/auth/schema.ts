import * as yup from 'yup';
import { email, freeText, password, phone, relatedId } from '@/contract/core/rules';
import { passkeyName, passkeyProofSchema } from './passkey-schema';

/** Bodies of the session endpoints. */

/** `POST token`. The password may be any text: those set earlier need not match the current pattern. */
export const loginSchema = yup.object({
  email: email(),
  password: yup.string().required('error-password-required').max(200, 'error-too-long'),
});

export type LoginInput = yup.InferType<typeof loginSchema>;

const newPassword = () => password().max(200, 'error-too-long').required('error-password-required');
const sameAs = (field: string) =>
  yup
    .string()
    .oneOf([yup.ref(field)], 'error-match-passwords')
    .required('error-match-passwords');
/** Six digits; pasted spaces are removed. */
const code = () =>
  yup
    .string()
    .transform((text: unknown) => (typeof text === 'string' ? text.replace(/[\s-]/g, '') : text))
    .required('error-otp-required')
    .matches(/^\d{6}$/, 'error-otp-format');

/** Code of the authenticator app, or a recovery code. */
const secondCode = () =>
  yup
    .string()
    .transform((text: unknown) =>
      typeof text === 'string' ? text.replace(/[\s-]/g, '').toLowerCase() : text,
    )
    .required('error-otp-required')
    .matches(/^(\d{6}|[a-z0-9]{10})$/, 'error-otp-format');

/** `POST token/second-factor` */
export const secondFactorSchema = yup.object({
  challenge: yup.string().required('error-wrong-value').max(200, 'error-wrong-value'),
  code: secondCode(),
});

/** The form asks for none while there is no document to consent to; the server looks for itself. */
const consent = () =>
  yup
    .boolean()
    .default(false)
    .when('$hasDocuments', ([has], given) =>
      has === false ? given : given.oneOf([true], 'error-consent-required'),
    );

/** `POST consents`: those of a registration, given later. */
export const consentsSchema = yup.object({ accepts_personal_data: consent(), accepts_terms: consent() });

/** `POST register`: as customer or shop owner; no other role can be requested. */
export const registerSchema = yup.object({
  name: freeText().required('error-name-required').max(255, 'error-too-long'),
  email: email(),
  password: newPassword(),
  permission: yup.string().oneOf(['customer', 'store_owner'], 'error-wrong-value').default('customer'),
  /** Two separate consents: the law requires one for personal data on its own. */
  accepts_personal_data: consent(),
  accepts_terms: consent(),
});

/** The same of another client, which may not know our consents: the account gives them at its first visit. */
export const otherRegisterSchema = registerSchema.shape({
  accepts_personal_data: yup.boolean().default(false),
  accepts_terms: yup.boolean().default(false),
});

export type RegisterInput = yup.InferType<typeof otherRegisterSchema>;

export const forgotPasswordSchema = yup.object({ email: email() });

/** `POST verify-forget-password-token` */
export const resetTokenSchema = yup.object({
  email: email(),
  /** Typed or pasted from the e-mail. */
  token: yup
    .string()
    .transform((text: unknown) =>
      typeof text === 'string' ? text.replace(/[\s-]/g, '').toLowerCase() : text,
    )
    .required('error-token-required')
    .max(200, 'error-too-long'),
});

/** `POST me/shop` */
export const switchShopSchema = yup.object({ shop_id: relatedId().required('error-shop-required') });

/** `POST reset-password` */
export const resetPasswordSchema = resetTokenSchema.shape({ password: newPassword() });

export const resetPasswordFormSchema = yup.object({
  password: newPassword(),
  passwordConfirmation: sameAs('password'),
});

/** `POST change-password`; the form repeats the new password. */
export const changePasswordSchema = yup.object({
  oldPassword: yup.string().required('error-old-password-required').max(200, 'error-too-long'),
  newPassword: newPassword(),
});
export const changePasswordFormSchema = changePasswordSchema.shape({
  passwordConfirmation: sameAs('newPassword'),
});

/** `POST update-email`; the password confirms the user's identity. */
export const updateEmailSchema = yup.object({
  email: email(),
  password: yup.string().required('error-password-required').max(200, 'error-too-long'),
});

/** The same of another client, which has no password at hand: the code that a first request mails to the old address. */
export const otherUpdateEmailSchema = updateEmailSchema.shape({
  password: yup.string().max(200, 'error-too-long'),
  code: code().notRequired(),
});

/** `POST api/admin/auth/send-code` */
export const sendCodeSchema = yup.object({ phone: phone().required('error-phone-required') });

/** `POST api/admin/auth/check-code` */
export const checkCodeSchema = sendCodeSchema.shape({ code: code() });

/** `POST two-factor/*`: the password, and a code of the authenticator app. */
export const passwordOnlySchema = yup.object({
  password: yup.string().required('error-password-required').max(200, 'error-too-long'),
});
export const passkeyFormSchema = passwordOnlySchema.shape({ name: passkeyName() });
export const codeOnlySchema = yup.object({ code: code() });

/** `POST me/confirm`: one of the ways that `needs` has named. */
export const confirmCodeSchema = yup.object({ code: secondCode() });
export const confirmSchema = yup.object({
  code: secondCode().notRequired(),
  password: yup.string().max(200, 'error-too-long').nullable(),
  passkey: passkeyProofSchema.notRequired().default(undefined),
});

/** `POST two-factor/disable` */
export const disableSecondFactorSchema = passwordOnlySchema.shape({ code: secondCode() });

/** `POST send-otp-code`: used by other clients of this dialect, and to confirm the number of a profile. */
export const sendOtpSchema = yup.object({ phone_number: phone().required('error-phone-required') });

/** `POST verify-otp-code`; the id comes from `send-otp-code`. */
export const verifyOtpSchema = sendOtpSchema.shape({
  otp_id: yup.string().trim().max(40, 'error-wrong-value').nullable(),
  code: code(),
});

/** `POST update-contact`: other clients send the code that was mailed to them instead of the password. */
export const updateContactSchema = verifyOtpSchema.shape({
  password: yup.string().max(200, 'error-too-long').nullable(),
});

/** The same with the password, as our panel asks for it. */
export const contactCodeSchema = passwordOnlySchema.shape({ code: code() });

/** `POST otp-login`: name and e-mail create an account for a new number. */
export const otpLoginSchema = verifyOtpSchema.shape({
  name: freeText().max(255, 'error-too-long').nullable(),
  email: yup.string().trim().lowercase().email('error-email-format').max(254, 'error-too-long').nullable(),
});

/** `POST license-key/verify` */
export const licenseSchema = yup.object({
  license_key: yup
    .string()
    .trim()
    .lowercase()
    .required('error-license-required')
    .matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'error-license-format'),
});
