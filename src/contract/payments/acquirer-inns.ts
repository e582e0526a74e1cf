import type { ProviderName } from '@/contract/ledger/providers';

/** ИНН of the organisations that transfer an acquirer's money: НКО «ЮМани» and АО «ТБанк». */
export const acquirerInns: Record<ProviderName, string> = {
  yookassa: '7750005725',
  tbank: '7710140679',
};
