import type * as yup from 'yup';
import type { AuthAnswer, Passkey, PasskeyAdded } from '@/contract/accounts/auth';
import type { newPasskeySchema, passkeyProofSchema } from '@/contract/accounts/auth/passkey-schema';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { parseId } from '@/server/core/numbers';
import { settingsOptions } from '@/server/core/settings';
import { inTransaction } from '@/server/core/transaction';
import * as emails from '@/server/modules/messaging/emails';
import { send } from '@/server/modules/messaging/outbox';
import { type Browser, findDevice } from './known-devices';
import {
  checkProof,
  configuredSite,
  issueChallenge,
  loadWebAuthn,
  proofOptions,
  takeChallenge,
  wrongPasskey,
} from './passkey-proof';
import { confirmPassword } from './passwords';
import { hasSecondFactor, storeRecoveryCodes } from './recovery-codes';
import { accountColumns, assertWay, openAuditedSession } from './sign-in';
import { countSecondFactor } from './sign-in-limits';

/** Keys of a person: a telephone, a laptop, spare keys. */
const maxPasskeys = 10;
/** EdDSA, ES256, RS256. Asking what else this Node knows prints a warning. */
const algorithms = [-8, -7, -257];

/** `GET me/passkeys`: the person's own, without their keys. */
export async function listPasskeys(ctx: UserCtx): Promise<Passkey[]> {
  const rows = await ctx.db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', ctx.user.id)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));
}

/** `POST me/passkeys/options`: what a browser needs for a new passkey. Throws VALIDATION_FAILED for a wrong password. */
export async function newPasskeyOptions(ctx: UserCtx, password: string) {
  await confirmPassword(ctx, password);
  const own = await ctx.db
    .selectFrom('passkeys')
    .select('credential_id')
    .where('user_id', '=', ctx.user.id)
    .execute();
  if (own.length >= maxPasskeys) throw new AppError('ACTION_NOT_VALID');
  const { siteTitle } = await settingsOptions(ctx);
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: siteTitle,
    rpID: configuredSite(ctx).rpId,
    userName: ctx.user.email,
    userDisplayName: ctx.user.name,
    userID: new TextEncoder().encode(String(ctx.user.id)),
    challenge: await issueChallenge(ctx, 'add'),
    excludeCredentials: own.map(({ credential_id: id }) => ({ id })),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * `POST me/passkeys`: stores a new passkey. The first second factor of a person brings recovery codes, shown only once.
 * Throws INVALID_CODE for a wrong answer, ACTION_NOT_VALID for one too many.
 */
export async function addPasskey(
  ctx: UserCtx,
  { name, id, response }: yup.InferType<typeof newPasskeySchema>,
): Promise<PasskeyAdded> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { origin, rpId } = configuredSite(ctx);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: (challenge) => takeChallenge(ctx, 'add', challenge),
    supportedAlgorithmIDs: algorithms,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw wrongPasskey(cause);
  });
  if (!verified) throw wrongPasskey();
  const { credential } = registrationInfo;
  return inTransaction(ctx, async (txCtx) => {
    const isFirst = !(await hasSecondFactor(txCtx, ctx.user.id));
    const { id: rowId } = await txCtx.db
      .insertInto('passkeys')
      .values({
        user_id: ctx.user.id,
        name,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        created_at: ctx.now,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirstOrThrow(() => wrongPasskey());
    await tell(txCtx, name, true);
    return { id: rowId, recovery_codes: isFirst ? await storeRecoveryCodes(txCtx) : [] };
  });
}

/** `DELETE me/passkeys/{id}`. Throws NOT_FOUND for somebody else's. */
export async function removePasskey(ctx: UserCtx, id: string): Promise<true> {
  const { name } = await ctx.db
    .deleteFrom('passkeys')
    .where('id', '=', parseId(id))
    .where('user_id', '=', ctx.user.id)
    .returning('name')
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  if (!(await hasSecondFactor(ctx, ctx.user.id)))
    await ctx.db.deleteFrom('recovery_codes').where('user_id', '=', ctx.user.id).execute();
  await tell(ctx, name, false);
  return true;
}

/** `POST me/confirm/passkey`: what a browser needs to prove one of the person's passkeys. */
export async function ownProofOptions(ctx: UserCtx) {
  const own = await ctx.db
    .selectFrom('passkeys')
    .select('credential_id')
    .where('user_id', '=', ctx.user.id)
    .execute();
  const keys = own.map(({ credential_id }) => credential_id);
  return proofOptions(ctx, 'confirm', keys);
}

/**
 * `POST token/passkey`: signs in by a passkey that the device has kept, also instead of a code after the password. It
 * proves the device and the person, so nothing else is asked. Throws INVALID_CODE, TOO_MANY_REQUESTS as codes do.
 */
export async function signInByPasskey(
  ctx: Ctx,
  proof: yup.InferType<typeof passkeyProofSchema>,
  browser: Browser,
): Promise<AuthAnswer> {
  const { userId } = await checkProof(ctx, 'sign-in', proof);
  const attempt = await countSecondFactor(ctx, userId, await findDevice(ctx, browser, userId));
  const answer = await inTransaction(ctx, async (txCtx) => {
    const account = await txCtx.db
      .selectFrom('users')
      .select(accountColumns)
      .where('id', '=', userId)
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!account) throw wrongPasskey();
    await assertWay(txCtx, account);
    return openAuditedSession(txCtx, account, browser, 'sign-in:passkey');
  });
  await attempt.succeeded();
  return answer;
}

/** The journal, and a letter: somebody else may have done it. */
async function tell(ctx: UserCtx, name: string, isOn: boolean): Promise<void> {
  const changes = { name: isOn ? [null, name] : [name, null] } satisfies Record<string, [unknown, unknown]>;
  await audit(ctx, {
    family: 'users',
    id: ctx.user.id,
    action: isOn ? 'passkey:add' : 'passkey:remove',
    changes,
  });
  const letter = emails.passkeyChanged({ name: ctx.user.name, passkey: name, isOn });
  await send(ctx, { channel: 'mail', to: ctx.user.email, ...letter });
}
