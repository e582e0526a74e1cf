import * as yup from 'yup';

/** Body of `POST token` (reference endpoints §3). */
export const loginSchema = yup.object({
  email: yup.string().trim().lowercase().required('error-email-required').email('error-email-format'),
  password: yup.string().required('error-password-required').max(200, 'error-too-long'),
});

export type LoginInput = yup.InferType<typeof loginSchema>;
