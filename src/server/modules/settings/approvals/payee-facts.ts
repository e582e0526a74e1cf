import type { ApprovalFact } from '@/contract/settings/approvals';
import type { Requisites } from '@/contract/shops/requisites';
import type { VendorSettings } from '@/contract/shops/vendor-settings';
import type { Ctx } from '@/server/core/context';

const shown = ['legal_name', 'inn', 'kpp', 'bank_name', 'bic', 'correspondent_account', 'account'] as const;

/** To whom money goes: the legal person with its ИНН, and the account at the bank; whatever is known of it. */
export const payeeFacts = (requisites: Partial<Requisites> | null): ApprovalFact[] =>
  shown.map((key) => ({ key: `requisites_${key}`, kind: 'text', after: requisites?.[key] ?? null }));

/** Phone and bank of a payout by СБП. */
export function phoneText(given: unknown): string | null {
  const { phone, member } = (given ?? {}) as Partial<NonNullable<VendorSettings['fast_payments']>>;
  return phone ? [phone, member].filter(Boolean).join(', ') : null;
}

/** A shop with its present requisites, by which two persons tell it from a namesake. */
export async function loadPayee({ db }: Ctx, shopId: number) {
  const { name, requisites } = await db
    .selectFrom('shops')
    .select(['name', 'requisites'])
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow();
  return { name, requisites: requisites as Partial<Requisites> | null };
}
