import { isBic, isInn } from '@/contract/core/requisites';
import type { AddressSuggestion, BankInfo, OrganisationInfo } from '@/contract/settings/lookups';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { assertBelowLimit, increment } from '@/server/core/rate-limits';
import type { Directories } from '@/server/integrations/suggest/directories';

/** Questions of a person: far more than typing makes, too few to copy a directory, whose answers cost money. */
const limit = { hits: 120, minutes: 1 };

/** Counts a question. Throws TOO_MANY_REQUESTS. */
async function count(ctx: UserCtx): Promise<void> {
  const key = `lookups:${ctx.user.id}`;
  await assertBelowLimit(ctx, [key], limit.hits);
  await increment(ctx, key, limit.minutes);
}

/** `GET suggest/address`: nothing for a beginning too short to mean anything. Throws UNAVAILABLE. */
export async function suggestAddresses(
  ctx: UserCtx,
  directories: Directories,
  asked: unknown,
): Promise<AddressSuggestion[]> {
  const query = clean(asked).slice(0, 300);
  if (query.length < 3) return [];
  await count(ctx);
  return directories.addresses(query);
}

/** `GET organizations/info`. Throws VALIDATION_FAILED for what is no ИНН, and UNAVAILABLE. */
export async function findOrganisations(
  ctx: UserCtx,
  directories: Directories,
  asked: unknown,
): Promise<OrganisationInfo[]> {
  const inn = clean(asked).replace(/[\s-]/g, '');
  if (!/^(\d{10}|\d{12})$/.test(inn)) {
    refuse('inn', inn.length > 10 ? 'error-inn-length-12' : 'error-inn-length-10');
  }
  if (!isInn(inn)) refuse('inn', 'error-inn-checksum');
  await count(ctx);
  return directories.organisations(inn);
}

/** `GET banks/info`. Throws VALIDATION_FAILED for what is no БИК, NOT_FOUND and UNAVAILABLE. */
export async function findBank(ctx: UserCtx, directories: Directories, asked: unknown): Promise<BankInfo> {
  const bic = clean(asked).replace(/\s/g, '');
  if (!isBic(bic)) refuse('bic', 'error-bic-format');
  await count(ctx);
  const bank = await directories.bank(bic);
  if (!bank) throw new AppError('NOT_FOUND');
  return bank;
}

function refuse(field: string, key: string): never {
  throw new AppError('VALIDATION_FAILED', { fields: { [field]: [key] } });
}

function clean(asked: unknown): string {
  return typeof asked === 'string' ? asked.trim().replace(/[\s\u00a0]+/g, ' ') : '';
}
