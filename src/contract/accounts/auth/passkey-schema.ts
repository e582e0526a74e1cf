import * as yup from 'yup';

/** Bytes as browsers write them in JSON. */
const bytes = (longest: number) =>
  yup
    .string()
    .required('error-wrong-value')
    .max(longest, 'error-too-long')
    .matches(/^[\w-]+$/, 'error-wrong-value');

/** `POST token/passkey`, and `passkey` of `POST me/confirm`: what `navigator.credentials.get` gave. */
export const passkeyProofSchema = yup.object({
  id: bytes(1400),
  response: yup.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
  }),
});

export const passkeyName = () =>
  yup.string().trim().required('error-name-required').max(60, 'error-too-long');

/** `POST me/passkeys`: what `navigator.credentials.create` gave, and the person's name for it. */
export const newPasskeySchema = yup.object({
  name: passkeyName(),
  id: bytes(1400),
  response: yup.object({ clientDataJSON: bytes(4000), attestationObject: bytes(16_000) }),
});
