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
} from '@/contract/accounts/auth/schema';
import { signedIn } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { validate } from '@/server/core/validate';
import { browserOf } from './browser';
import { otpLogin, sendContactCode, updateContact, verifyContactCode } from './contact-codes';
import { checkLoginCode, sendLoginCode } from './phone-codes';
import {
  confirmSecondFactor,
  disableSecondFactor,
  newRecoveryCodes,
  passSecondFactor,
  setUpSecondFactor,
} from './two-factor';

/** Codes by SMS and of the second factor. No door has `write`: a wrong code is counted though it is refused. */
export function codeRoutes(app: FastifyInstance, deps: Deps): void {
  loginCodeRoutes(app, deps);
  otpRoutes(app, deps);
  secondFactorRoutes(app, deps);
}

function loginCodeRoutes(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/api/admin/auth/send-code',
    route(deps, { allow: 'public' }, async (ctx, call) => {
      const { phone } = await validate(sendCodeSchema, call.body);
      return sendLoginCode(ctx, phone, browserOf(ctx, call));
    }),
  );
  app.post(
    '/api/admin/auth/check-code',
    route(deps, { allow: 'public' }, async (ctx, call) =>
      checkLoginCode(ctx, await validate(checkCodeSchema, call.body), browserOf(ctx, call)),
    ),
  );
}

/** The same as other clients of this dialect ask for it. */
function otpRoutes(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/send-otp-code',
    route(deps, { allow: 'public' }, async (ctx, call) => {
      const { phone_number } = await validate(sendOtpSchema, call.body);
      return sendContactCode(ctx, phone_number, browserOf(ctx, call));
    }),
  );
  app.post(
    '/verify-otp-code',
    route(deps, { allow: 'public' }, async (ctx, call) =>
      verifyContactCode(ctx, await validate(verifyOtpSchema, call.body), browserOf(ctx, call)),
    ),
  );
  app.post(
    '/otp-login',
    route(deps, { allow: 'public' }, async (ctx, call) =>
      otpLogin(ctx, await validate(otpLoginSchema, call.body), browserOf(ctx, call)),
    ),
  );
  app.post(
    '/update-contact',
    route(deps, { allow: signedIn }, async (ctx, call) => {
      const otp = await validate(verifyOtpSchema, call.body);
      return updateContact(ctx, { ...otp, user_id: call.body.user_id }, browserOf(ctx, call));
    }),
  );
}

function secondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/token/second-factor',
    route(deps, { allow: 'public' }, async (ctx, call) =>
      passSecondFactor(ctx, await validate(secondFactorSchema, call.body), browserOf(ctx, call)),
    ),
  );
  app.post(
    '/two-factor/setup',
    route(deps, { allow: signedIn }, async (ctx, { body }) => {
      const { password } = await validate(passwordOnlySchema, body);
      return setUpSecondFactor(ctx, password);
    }),
  );
  app.post(
    '/two-factor/confirm',
    route(deps, { allow: signedIn }, async (ctx, { body }) => {
      const { code } = await validate(codeOnlySchema, body);
      return confirmSecondFactor(ctx, code);
    }),
  );
  app.post(
    '/two-factor/disable',
    route(deps, { allow: signedIn }, async (ctx, { body }) => {
      await disableSecondFactor(ctx, await validate(disableSecondFactorSchema, body));
      return true;
    }),
  );
  app.post(
    '/two-factor/recovery-codes',
    route(deps, { allow: signedIn }, async (ctx, { body }) => {
      const { password } = await validate(passwordOnlySchema, body);
      return newRecoveryCodes(ctx, password);
    }),
  );
}
