import type { Requisites } from '@/contract/shops/requisites';
import type { Ctx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import { getSettings } from '@/server/modules/settings/settings';
import { type LedgerWords, ledgerWords } from './ledger-words';

/** A party of a statement as lines of text; the first is the name. */
export interface Party {
  role: 'platform' | 'shop';
  lines: string[];
}

/** The marketplace from the settings, and the shop with its current requisites. */
export async function loadParties(ctx: Ctx, shopId: number): Promise<{ platform: Party; shop: Party }> {
  const words = await ledgerWords(ctx.locale);
  const { siteTitle } = (await getSettings(ctx, 0)).options;
  const operator = await operatorLines(ctx, siteTitle);
  const shop = await ctx.db
    .selectFrom('shops')
    .select(['name', 'requisites'])
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow();
  const requisites = shop.requisites as Partial<Requisites> | null;
  return {
    platform: { role: 'platform', lines: operator ?? [siteTitle, ctx.publicUrl] },
    shop: {
      role: 'shop',
      lines: requisites
        ? [...given(requisites.legal_name), shop.name, ...linesOf(requisites, words)]
        : [shop.name],
    },
  };
}

/**
 * The marketplace operator with full requisites; null while the settings have none. `title` is the site's name in the
 * document's language.
 */
export async function operatorLines(ctx: Ctx, title: string): Promise<string[] | null> {
  const stored = (await settingsOptions(ctx)).companyRequisites;
  if (!stored) return null;
  // Stored complete; only presenters mask fields.
  const requisites = stored as Requisites;
  return [requisites.legal_name, title, ...linesOf(requisites, await ledgerWords(ctx.locale))];
}

const given = (line: string | null | undefined): string[] => (line ? [line] : []);

/** Shops of former releases may have stored a part of them: what is missing has no line. */
function linesOf(requisites: Partial<Requisites>, { statement }: LedgerWords): string[] {
  const { inn, kpp, ogrn, legal_form, legal_address, account, bic, bank_name } = requisites;
  const { correspondent_account: correspondent } = requisites;
  return [
    ...given(inn && statement('inn', { inn })),
    ...given(kpp && statement('kpp', { kpp })),
    ...given(ogrn && statement(legal_form === 'organisation' ? 'ogrn' : 'ogrnip', { ogrn })),
    ...given(legal_address),
    ...given(account && statement('account', { account })),
    ...(bank_name && bic && correspondent
      ? [statement('bank', { bank: bank_name, bic, correspondent })]
      : []),
  ];
}
