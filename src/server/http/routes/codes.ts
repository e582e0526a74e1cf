import type { FastifyInstance } from 'fastify';
import {
  checkCodeSchema,
  codeOnlySchema,
  disableSecondFactorSchema,
  otpLoginSchema,
  passwordOnlySchema,
  secondFactorSchema,
  sendCodeSchema,
  sendOtpSchema,
  verifyOtpSchema,
} from '@/contract/auth/schema';
import { signedIn } from '@/contract/permissions';
import { otpLogin, sendContactCode, updateContact, verifyContactCode } from '../../services/contact-codes';
import { checkLoginCode, sendLoginCode } from '../../services/login-codes';
import {
  confirmSecondFactor,
  disableSecondFactor,
  newRecoveryCodes,
  passSecondFactor,
  setUpSecondFactor,
} from '../../services/two-factor';
import { validate } from '../../validate';
import { type Deps, handle } from '../handle';

/** Codes by SMS and of the second factor. No door has `write`: a wrong code is counted though it is refused. */
export function codeRoutes(app: FastifyInstance, deps: Deps): void {
  loginCodeRoutes(app, deps);
  otpRoutes(app, deps);
  secondFactorRoutes(app, deps);
}

function loginCodeRoutes(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/api/admin/auth/send-code',
    handle(deps, { allow: 'public' }, async (ctx, { body }) => {
      const { phone } = await validate(sendCodeSchema, body);
      return sendLoginCode(ctx, phone);
    }),
  );
  app.post(
    '/api/admin/auth/check-code',
    handle(deps, { allow: 'public' }, async (ctx, { body, request }) =>
      checkLoginCode(ctx, await validate(checkCodeSchema, body), request.headers['user-agent']),
    ),
  );
}

/** The same as other clients of this dialect ask for it. */
function otpRoutes(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/send-otp-code',
    handle(deps, { allow: 'public' }, async (ctx, { body }) => {
      const { phone_number } = await validate(sendOtpSchema, body);
      return sendContactCode(ctx, phone_number);
    }),
  );
  app.post(
    '/verify-otp-code',
    handle(deps, { allow: 'public' }, async (ctx, { body }) =>
      verifyContactCode(ctx, await validate(verifyOtpSchema, body)),
    ),
  );
  app.post(
    '/otp-login',
    handle(deps, { allow: 'public' }, async (ctx, { body, request }) =>
      otpLogin(ctx, await validate(otpLoginSchema, body), request.headers['user-agent']),
    ),
  );
  app.post(
    '/update-contact',
    handle(deps, { allow: signedIn }, async (ctx, { body }) => {
      const otp = await validate(verifyOtpSchema, body);
      return updateContact(ctx, { ...otp, user_id: body.user_id });
    }),
  );
}

function secondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/token/second-factor',
    handle(deps, { allow: 'public' }, async (ctx, { body, request }) =>
      passSecondFactor(ctx, await validate(secondFactorSchema, body), request.headers['user-agent']),
    ),
  );
  app.post(
    '/two-factor/setup',
    handle(deps, { allow: signedIn }, async (ctx, { body }) => {
      const { password } = await validate(passwordOnlySchema, body);
      return setUpSecondFactor(ctx, password);
    }),
  );
  app.post(
    '/two-factor/confirm',
    handle(deps, { allow: signedIn }, async (ctx, { body }) => {
      const { code } = await validate(codeOnlySchema, body);
      return confirmSecondFactor(ctx, code);
    }),
  );
  app.post(
    '/two-factor/disable',
    handle(deps, { allow: signedIn }, async (ctx, { body }) => {
      await disableSecondFactor(ctx, await validate(disableSecondFactorSchema, body));
      return true;
    }),
  );
  app.post(
    '/two-factor/recovery-codes',
    handle(deps, { allow: signedIn }, async (ctx, { body }) => {
      const { password } = await validate(passwordOnlySchema, body);
      return newRecoveryCodes(ctx, password);
    }),
  );
}
