import { action, as, type SentInput } from '@/contract/core/action';
import { signedIn } from '@/contract/core/permissions';
import type {
  AuthAnswer,
  CodeSent,
  InvitationAccepted,
  Message,
  OtpSent,
  Passkey,
  PasskeyAdded,
  SessionRow,
  TokenState,
  TwoFactorSetup,
} from '.';
import { newPasskeySchema, passkeyProofSchema } from './passkey-schema';
import {
  changePasswordSchema,
  checkCodeSchema,
  codeOnlySchema,
  confirmSchema,
  consentsSchema,
  disableSecondFactorSchema,
  forgotPasswordSchema,
  licenseSchema,
  loginSchema,
  otherRegisterSchema,
  otherUpdateEmailSchema,
  otpLoginSchema,
  passwordOnlySchema,
  type RegisterInput,
  resetPasswordSchema,
  resetTokenSchema,
  secondFactorSchema,
  sendCodeSchema,
  sendOtpSchema,
  switchShopSchema,
  updateContactSchema,
  type updateEmailSchema,
  verifyOtpSchema,
} from './schema';

/** What can be asked about signing in: passwords, codes, passkeys, links of letters and sessions. */

export const signIn = action('POST token', 'Signs in by e-mail and password.', {
  right: 'own',
  allow: 'public',
  body: loginSchema,
  answer: as<AuthAnswer>(),
});
export const register = action('POST register', 'Registers a buyer or a future owner of a shop.', {
  right: 'own',
  allow: 'public',
  body: otherRegisterSchema,
  sends: as<RegisterInput>(),
  answer: as<Message & Partial<AuthAnswer>>(),
});
export const signInBySocial = action(
  'POST social-login-token',
  'Refused: sign-in by a social network’s token is off.',
  { right: 'own', allow: 'public' },
);
export const giveConsents = action(
  'POST consents',
  'Gives the consents that an account was registered without.',
  { right: 'own', allow: signedIn, capability: 'consents', body: consentsSchema, answer: as<Message>() },
);
export const signOut = action(
  'POST logout',
  'Ends the current session in all its windows; a view alone, so that its person is back in the own session.',
  { right: 'own', allow: 'public', inView: true },
);
export const switchShop = action(
  'POST me/shop',
  'Switches the panel to another of the person’s shops, in all windows.',
  {
    right: 'own',
    allow: signedIn,
    capability: 'memberships',
    body: switchShopSchema,
    answer: as<{ shop_id: number }>(),
  },
);
export const confirmSession = action('POST me/confirm', 'Proves again who uses this session.', {
  right: 'own',
  allow: signedIn,
  capability: 'two-factor',
  oneFactor: true,
  body: confirmSchema,
});
export const verifyLicense = action('POST license-key/verify', 'Checks the licence key.', {
  right: 'own',
  allow: 'public',
  body: licenseSchema,
});
export const forgetPassword = action(
  'POST forget-password',
  'Mails a single-use token, valid for an hour, and answers alike whether the account exists.',
  { right: 'own', allow: 'public', body: forgotPasswordSchema, answer: as<Message>() },
);
export const checkResetToken = action(
  'POST verify-forget-password-token',
  'Whether the token is valid for this address, and what it invites to; does not redeem it.',
  { right: 'own', allow: 'public', body: resetTokenSchema, answer: as<TokenState>() },
);
export const resetPassword = action(
  'POST reset-password',
  'Redeems the token, ends all sessions, clears the sign-in limits, notifies the user and marks the address as verified, since the token was mailed to it.',
  { right: 'own', allow: 'public', body: resetPasswordSchema, answer: as<Message>() },
);
export const acceptInvitation = action(
  'POST invitations/accept',
  'Accepts an invitation into a shop or the team, for a signed-in person.',
  {
    right: 'own',
    allow: signedIn,
    capability: 'memberships',
    unverified: true,
    body: resetTokenSchema,
    answer: as<InvitationAccepted>(),
  },
);
export const changePassword = action(
  'POST change-password',
  'Changes the password, and ends the person’s other sessions.',
  { right: 'own', allow: signedIn, oneFactor: true, body: changePasswordSchema, answer: as<Message>() },
);
export const resendVerification = action(
  'POST email/verification-notification',
  'Sends the letter that confirms an e-mail again.',
  { right: 'own', allow: signedIn, unverified: true, oneFactor: true, answer: as<Message>() },
);
export const updateEmail = action(
  'POST update-email',
  'Mails a link to the new address, which takes effect once the link is opened, and notifies the current one.',
  {
    right: 'own',
    allow: signedIn,
    unverified: true,
    body: otherUpdateEmailSchema,
    sends: as<SentInput<typeof updateEmailSchema>>(),
    answer: as<Message>(),
  },
);
export const listSessions = action('GET sessions', 'Sessions of the person, the current one first.', {
  right: 'own',
  allow: signedIn,
  capability: 'sessions',
  inView: false,
  oneFactor: true,
  answer: as<SessionRow[]>(),
});
export const endSession = action('DELETE sessions/:id', 'Ends one of the person’s sessions.', {
  right: 'own',
  allow: signedIn,
  capability: 'sessions',
});
export const endOtherSessions = action(
  'POST sessions/revoke-others',
  "Ends all of the user's sessions but the current one.",
  { right: 'own', allow: signedIn, capability: 'sessions', oneFactor: true },
);
export const sendLoginCode = action(
  'POST api/admin/auth/send-code',
  'Sends a code to the account that has verified this number.',
  { right: 'own', allow: 'public', body: sendCodeSchema, answer: as<CodeSent>() },
);
export const checkLoginCode = action(
  'POST api/admin/auth/check-code',
  'Signs in by phone number; a second factor is still required.',
  { right: 'own', allow: 'public', body: checkCodeSchema, answer: as<AuthAnswer>() },
);
export const sendContactCode = action('POST send-otp-code', 'Sends a code to any number.', {
  right: 'own',
  allow: 'public',
  body: sendOtpSchema,
  answer: as<OtpSent>(),
});
export const verifyContactCode = action(
  'POST verify-otp-code',
  'Checks a code; it stays valid for the next step.',
  { right: 'own', allow: 'public', body: verifyOtpSchema },
);
export const otpLogin = action('POST otp-login', 'Signs in by phone number.', {
  right: 'own',
  allow: 'public',
  body: otpLoginSchema,
});
export const updateContact = action(
  'POST update-contact',
  "Sets the user's own number, verified by the code of an SMS.",
  {
    right: 'own',
    allow: signedIn,
    body: updateContactSchema,
    sends: as<SentInput<typeof updateContactSchema> & { user_id: number }>(),
    answer: as<Message>(),
  },
);
export const proofOptions = action(
  'POST token/passkey/options',
  'What a browser needs to sign; `credentials` narrows it to the keys of a person.',
  {
    right: 'own',
    allow: 'public',
    capability: 'two-factor',
    answer: as<PublicKeyCredentialRequestOptionsJSON>(),
  },
);
export const signInByPasskey = action(
  'POST token/passkey',
  'Signs in by a passkey that the device has kept, also instead of a code after the password.',
  {
    right: 'own',
    allow: 'public',
    capability: 'two-factor',
    body: passkeyProofSchema,
    answer: as<AuthAnswer>(),
  },
);
export const listPasskeys = action('GET me/passkeys', 'Passkeys of the person, without their keys.', {
  right: 'own',
  allow: signedIn,
  capability: 'two-factor',
  inView: false,
  oneFactor: true,
  answer: as<Passkey[]>(),
});
export const newPasskeyOptions = action(
  'POST me/passkeys/options',
  'What a browser needs for a new passkey.',
  {
    right: 'own',
    allow: signedIn,
    capability: 'two-factor',
    confirm: true,
    oneFactor: true,
    body: passwordOnlySchema,
    answer: as<PublicKeyCredentialCreationOptionsJSON>(),
  },
);
export const addPasskey = action('POST me/passkeys', 'Stores a new passkey.', {
  right: 'own',
  allow: signedIn,
  capability: 'two-factor',
  created: true,
  oneFactor: true,
  body: newPasskeySchema,
  answer: as<PasskeyAdded>(),
});
export const removePasskey = action('DELETE me/passkeys/:id', 'Removes one of the person’s passkeys.', {
  right: 'own',
  allow: signedIn,
  capability: 'two-factor',
  confirm: true,
});
export const ownProofOptions = action(
  'POST me/confirm/passkey',
  "What a browser needs to prove one of the person's passkeys.",
  {
    right: 'own',
    allow: signedIn,
    capability: 'two-factor',
    oneFactor: true,
    answer: as<PublicKeyCredentialRequestOptionsJSON>(),
  },
);
export const completeSecondFactor = action(
  'POST token/second-factor',
  'Checks the second factor of a sign-in.',
  {
    right: 'own',
    allow: 'public',
    capability: 'two-factor',
    body: secondFactorSchema,
    answer: as<AuthAnswer>(),
  },
);
export const setUpSecondFactor = action(
  'POST two-factor/setup',
  'Creates a secret for an authenticator app; the second factor is off until it is confirmed.',
  {
    right: 'own',
    allow: signedIn,
    capability: 'two-factor',
    confirm: true,
    oneFactor: true,
    body: passwordOnlySchema,
    answer: as<TwoFactorSetup>(),
  },
);
export const confirmSecondFactor = action(
  'POST two-factor/confirm',
  'Turns the second factor on and returns ten recovery codes, shown only once.',
  {
    right: 'own',
    allow: signedIn,
    capability: 'two-factor',
    confirm: true,
    oneFactor: true,
    body: codeOnlySchema,
    answer: as<{ recovery_codes: string[] }>(),
  },
);
export const disableSecondFactor = action(
  'POST two-factor/disable',
  'Turns the second factor off; needs the password and a code.',
  { right: 'own', allow: signedIn, capability: 'two-factor', body: disableSecondFactorSchema },
);
export const replaceRecoveryCodes = action(
  'POST two-factor/recovery-codes',
  'Replaces the ten recovery codes.',
  {
    right: 'own',
    allow: signedIn,
    capability: 'two-factor',
    confirm: true,
    oneFactor: true,
    body: passwordOnlySchema,
    answer: as<{ recovery_codes: string[] }>(),
  },
);
export const confirmRegistration = action(
  'GET register/confirm/:id/:secret',
  'Opens an account by the link of its letter.',
  { right: 'own', allow: 'public', inView: false },
);
export const verifyEmail = action(
  'GET email/verify/:id/:secret',
  'Confirms an e-mail by the link of its letter.',
  { right: 'own', allow: 'public', inView: false },
);
export const confirmEmailChange = action(
  'GET email/change/:id/:secret',
  'Changes an e-mail by the link of its letter.',
  { right: 'own', allow: 'public', inView: false },
);
export const openContact = action(
  'GET contact/open/:id/:secret',
  'Lets a phone be changed by the link of a letter.',
  { right: 'own', allow: 'public', inView: false },
);
