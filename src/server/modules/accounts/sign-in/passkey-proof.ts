import { randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import type * as yup from 'yup';
import type { passkeyProofSchema } from '@/contract/accounts/auth/passkey-schema';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { consume, toNetwork } from '@/server/core/rate-limits';
import { sha256Hex } from '@/server/core/sessions';

const challengeMinutes = 5;

type Purpose = 'add' | 'sign-in' | 'confirm';
type Proof = yup.InferType<typeof passkeyProofSchema>;

/** Loaded on demand: formats of certificates make it large. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** The panel's own address as configured: what a request says of itself does not count. */
export function configuredSite({ publicUrl }: Pick<Ctx, 'publicUrl'>): { origin: string; rpId: string } {
  const { origin, hostname } = new URL(publicUrl);
  return { origin, rpId: hostname };
}

/** Stored as a hash that names purpose and person, so that it serves nothing and nobody else. */
export async function issueChallenge(ctx: Ctx, purpose: Purpose): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await ctx.db
    .insertInto('passkey_challenges')
    .values({
      hash: hashFor(ctx, purpose, Buffer.from(challenge).toString('base64url')),
      expires_at: new Date(ctx.now.getTime() + challengeMinutes * 60_000),
    })
    .execute();
  return challenge;
}

/** Takes a challenge, whatever comes of it. Not within a transaction that a refusal rolls back. */
export async function takeChallenge(ctx: Ctx, purpose: Purpose, challenge: string): Promise<boolean> {
  const taken = await ctx.db
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hashFor(ctx, purpose, challenge))
    .where('expires_at', '>', ctx.now)
    .returning('hash')
    .executeTakeFirst();
  return taken !== undefined;
}

const hashFor = ({ user }: Ctx, purpose: Purpose, challenge: string) =>
  sha256Hex(`passkey\n${purpose}\n${purpose === 'sign-in' ? '' : user?.id}\n${challenge}`);

/** What a browser needs to sign; `credentials` narrows it to the keys of a person. */
export async function proofOptions(ctx: Ctx, purpose: 'sign-in' | 'confirm', credentials: readonly string[]) {
  await consume(ctx, { key: `passkey:ip:${toNetwork(ctx)}`, hits: 100, minutes: 15 });
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: configuredSite(ctx).rpId,
    challenge: await issueChallenge(ctx, purpose),
    userVerification: 'required',
    allowCredentials: credentials.map((id) => ({ id })),
  });
}

/**
 * Checks a signature: right challenge, origin, key and counter, and a person who was verified by the device. Returns
 * whose passkey it is. Throws INVALID_CODE.
 */
export async function checkProof(
  ctx: Ctx,
  purpose: 'sign-in' | 'confirm',
  proof: Proof,
): Promise<{ userId: number }> {
  const row = await ctx.db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', proof.id)
    .executeTakeFirst();
  const isOthers = row && ctx.user && purpose === 'confirm' && row.user_id !== ctx.user.id;
  if (!row || isOthers) throw wrongPasskey();
  const counter = await verify(ctx, purpose, proof, {
    id: row.credential_id,
    publicKey: new Uint8Array(row.public_key),
    counter: Number(row.counter),
  });
  // Of two proofs of a counting device only one is later than the other.
  const used = await ctx.db
    .updateTable('passkeys')
    .set({ counter, last_used_at: ctx.now })
    .where('id', '=', row.id)
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (!used) throw wrongPasskey();
  return { userId: used.user_id };
}

async function verify(
  ctx: Ctx,
  purpose: 'sign-in' | 'confirm',
  proof: Proof,
  credential: WebAuthnCredential,
): Promise<number> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { origin, rpId } = configuredSite(ctx);
  const response: AuthenticationResponseJSON = {
    id: proof.id,
    rawId: proof.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: proof.response.clientDataJSON,
      authenticatorData: proof.response.authenticatorData,
      signature: proof.response.signature,
    },
  };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    credential,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    expectedChallenge: (challenge) => takeChallenge(ctx, purpose, challenge),
  }).catch((cause: unknown) => {
    throw wrongPasskey(cause);
  });
  if (!verified) throw wrongPasskey();
  return authenticationInfo.newCounter;
}

export const wrongPasskey = (cause?: unknown) =>
  new AppError('INVALID_CODE', { fields: { passkey: ['error-passkey-wrong'] }, cause });
