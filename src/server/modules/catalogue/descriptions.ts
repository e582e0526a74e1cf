import type { promptSchema, WrittenDescription } from '@/contract/catalogue/products/descriptions';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { consume } from '@/server/core/rate-limits';
import type { Input } from '@/server/core/validate';
import type { Writer } from '@/server/integrations/descriptions/descriptions';

/** Limits per user: each generated text costs money (rules/catalogue: a description is written by a person). */
const limits = [
  { name: 'hour', hits: 40, minutes: 60 },
  { name: 'day', hits: 200, minutes: 24 * 60 },
];

/**
 * `POST generate-descriptions`. Throws ACTION_NOT_VALID when no text service is configured, VALIDATION_FAILED,
 * TOO_MANY_REQUESTS, and UNAVAILABLE when the service fails.
 */
export async function writeDescription(
  ctx: UserCtx,
  writer: Writer | undefined,
  { prompt }: Input<typeof promptSchema>,
): Promise<WrittenDescription> {
  if (!writer) throw new AppError('ACTION_NOT_VALID');
  await consume(
    ctx,
    ...limits.map(({ name, ...limit }) => ({ key: `descriptions:${name}:${ctx.user.id}`, ...limit })),
  );
  return { status: 'success', result: await writer(prompt) };
}
