import { sql } from 'kysely';
import { type ProviderName, providerNames } from '@/contract/ledger/providers';
import { acquirerInns } from '@/contract/payments/acquirer-inns';
import type { Ctx } from '@/server/core/context';

interface Sender {
  party: string;
  party_inn: string | null;
  party_bic: string | null;
  party_account: string | null;
}

/** Who an acquirer is, beside its own ИНН. */
export interface KnownSenders {
  inns: ReadonlyMap<string, ProviderName>;
  accounts: ReadonlyMap<string, ProviderName>;
  names: ReadonlyMap<string, ProviderName>;
}

/**
 * The acquirer that sent a line: by its ИНН, or where the bank left that out by an account that only it has sent from, or by a
 * name that a person has confirmed (rules/payments: an acquirer is known by its ИНН, account or name).
 */
export function acquirerOf(sender: Sender, known: KnownSenders): ProviderName | undefined {
  const { party, party_inn: inn } = sender;
  if (inn !== null) return known.inns.get(inn);
  const account = accountKey(sender);
  return (account === null ? undefined : known.accounts.get(account)) ?? known.names.get(nameKey(party));
}

/** One account number exists at several banks. */
export const accountKey = ({ party_account, party_bic }: Sender): string | null =>
  party_account === null ? null : `${party_bic ?? ''} ${party_account}`;

/** The words of a name in any order and case, without numbers: «ООО НКО "ЮМани"» is «НКО ЮМани (ООО)». */
export function nameKey(party: string): string {
  const words =
    party
      .toLocaleLowerCase('ru')
      .replaceAll('ё', 'е')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => !/^\d{8,}$/.test(word)))].sort().join(' ');
}

export async function loadSenders({ db }: Pick<Ctx, 'db'>): Promise<KnownSenders> {
  const confirmed = await db
    .selectFrom('bank_senders')
    .select(['provider', 'name_key', 'inn', 'account', 'bic'])
    .orderBy('id')
    .execute();
  const own = providerNames.map((name) => [acquirerInns[name], name] as const);
  const inns = new Map<string, ProviderName>(own);
  const [accounts, names] = [new Map<string, ProviderName>(), new Map<string, ProviderName>()];
  // Lines of before teach the account of an acquirer, unless somebody else has sent from it, too.
  const { rows: seen } = await sql<{ account: string; bic: string | null; inn: string }>`
    select party_account as account, party_bic as bic, min(party_inn) as inn from bank_lines
    where is_posted and direction = 'in' and party_inn is not null and party_account is not null
      and party_account in (select party_account from bank_lines where is_posted and party_inn = any(${[
        ...inns.keys(),
      ]}::text[]))
    group by 1, 2 having min(party_inn) = max(party_inn)`.execute(db);
  for (const { account, bic, inn } of seen) {
    const provider = inns.get(inn);
    if (provider) accounts.set(`${bic ?? ''} ${account}`, provider);
  }
  for (const { provider, name_key, inn, account, bic } of confirmed) {
    const name = providerNames.find((one) => one === provider);
    if (!name) continue;
    if (inn !== null) inns.set(inn, name);
    else if (account !== null) accounts.set(`${bic ?? ''} ${account}`, name);
    if (inn === null && name_key !== '') names.set(name_key, name);
  }
  return { inns, accounts, names };
}
