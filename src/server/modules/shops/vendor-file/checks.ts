import type { OrganisationInfo } from '@/contract/settings/lookups';
import type { Requisites } from '@/contract/shops/requisites';
import type { VendorCheck, VendorRegister } from '@/contract/shops/vendor-file';
import { type Ctx, isAdmin } from '@/server/core/context';

/** The requisites that a register knows, as they were compared. */
export interface Subject {
  inn: string;
  ogrn: string | null;
  legal_name: string;
}

export const toSubject = ({ inn, ogrn, legal_name }: Requisites): Subject => ({
  inn,
  ogrn: ogrn ?? null,
  legal_name,
});

/** Organisations and entrepreneurs are registered; whoever pays the tax of the self-employed has that status. */
export function listRegisters({ legal_form, tax_system }: Requisites): VendorRegister[] {
  return [
    ...(legal_form === 'self_employed' ? [] : (['registry'] as const)),
    ...(legal_form === 'self_employed' || tax_system === 'npd' ? (['npd'] as const) : []),
  ];
}

/** The last check of each register that concerns the shop; none counts after its requisites have changed. */
export async function lastChecks(ctx: Ctx, shopId: number, requisites: unknown): Promise<VendorCheck[]> {
  if (requisites === null) return [];
  const known = requisites as Requisites;
  const rows = await ctx.db
    .selectFrom('vendor_checks as c')
    .leftJoin('users as u', 'u.id', 'c.decided_by')
    .selectAll('c')
    .select('u.name as decider')
    .where('c.shop_id', '=', shopId)
    .execute();
  return listRegisters(known).map((register): VendorCheck => {
    const row = rows.find((one) => one.register === register);
    const version = row?.version ?? 0;
    if (!row || !isSame(row.subject as unknown as Subject, toSubject(known)))
      return { register, state: 'missing', version, differences: [], reason: null, checked_at: null };
    return {
      register,
      state: row.state as VendorCheck['state'],
      version,
      differences: row.differences,
      reason: row.reason,
      checked_at: row.updated_at.toISOString(),
      ...(isAdmin(ctx) && { decided_by: row.decider }),
    };
  });
}

export const isSame = (one: Subject, other: Subject): boolean =>
  one.inn === other.inn && one.ogrn === other.ogrn && one.legal_name === other.legal_name;

/** Requisites that differ from what the register has; of several branches the one that differs least. */
export function differencesFrom(found: readonly OrganisationInfo[], subject: Subject): string[] {
  const all = found
    .filter(({ inn }) => inn === subject.inn)
    .map((one) => [
      ...(one.ogrn === subject.ogrn ? [] : ['ogrn']),
      ...(isNameOf(one, subject.legal_name) ? [] : ['legal_name']),
      ...(one.status === 'ACTIVE' ? [] : ['status']),
    ]);
  return all.sort((a, b) => a.length - b.length)[0] ?? ['inn'];
}

/** The short or the full name, of an entrepreneur also without the words before it: one in short, two in full. */
function isNameOf({ name_short, name_full, type }: OrganisationInfo, name: string): boolean {
  const own = wordsOf(name).join(' ');
  const isPerson = type === 'INDIVIDUAL';
  const known = [
    ...[wordsOf(name_short), wordsOf(name_full)],
    ...(isPerson ? [wordsOf(name_short).slice(1), wordsOf(name_full).slice(2)] : []),
  ];
  return own !== '' && known.some((words) => words.join(' ') === own);
}

/** Names are written with any quotes, cases, spaces and ё. */
const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll('\u0451', '\u0435')
    .match(/[\p{L}\p{N}]+/gu) ?? [];
