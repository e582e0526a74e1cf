import type { Requisites } from '@/contract/shops/requisites';
import type { Ctx } from '../context';
import { type LedgerWords, ledgerWords } from './ledger-words';
import { getSettings } from './settings';

/** One side of a statement: who it is, in lines; the first is the name. */
export interface Party {
  role: 'platform' | 'shop';
  lines: string[];
}

/** The marketplace as its settings name it, and the shop with its requisites as they stand now. */
export async function partiesOf(ctx: Ctx, shopId: number): Promise<{ platform: Party; shop: Party }> {
  const words = await ledgerWords(ctx.locale);
  const { options } = await getSettings(ctx, 0);
  const shop = await ctx.db
    .selectFrom('shops')
    .select(['name', 'requisites'])
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow();
  const requisites = shop.requisites as Requisites | null;
  return {
    platform: { role: 'platform', lines: [options.siteTitle, ctx.publicUrl] },
    shop: {
      role: 'shop',
      lines: requisites ? [requisites.legal_name, shop.name, ...linesOf(requisites, words)] : [shop.name],
    },
  };
}

function linesOf(requisites: Requisites, { statement }: LedgerWords): string[] {
  const { inn, kpp, ogrn, legal_form, legal_address, account, bic, bank_name } = requisites;
  return [
    statement('inn', { inn }),
    ...(kpp ? [statement('kpp', { kpp })] : []),
    ...(ogrn ? [statement(legal_form === 'organisation' ? 'ogrn' : 'ogrnip', { ogrn })] : []),
    legal_address,
    statement('account', { account }),
    statement('bank', { bank: bank_name, bic, correspondent: requisites.correspondent_account }),
  ];
}
