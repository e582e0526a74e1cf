import type { Attachment } from '@/contract/core/define';
import { defaultSettings, type SettingsOptions } from '@/contract/settings';
import { completeAccount } from '@/server/integrations/numbers';
import { banks } from '@/server/integrations/suggest/bundled';
import { demoOperator } from '@/server/integrations/suggest/bundled-organisations';
import settings from './settings.json';

/** Payment deadline of SBP orders in the demo. */
export const demoPaymentDays = 3;

export function demoSettings(logo: Attachment): Omit<SettingsOptions, 'server_info' | 'useAi'> {
  const { server_info: _measured, useAi: _known, ...rest } = defaultSettings;
  return {
    ...rest,
    ...settings,
    logo,
    dark_logo: logo,
    collapseLogo: logo,
    // Long enough for the demo to keep orders awaiting payment.
    unpaidOnlineMinutes: demoPaymentDays * 24 * 60,
    seo: { ...settings.seo, ogImage: logo },
    companyRequisites: operator(),
  };
}

function operator(): NonNullable<SettingsOptions['companyRequisites']> {
  const { name_short, inn, kpp, ogrn, address } = demoOperator;
  const [bank] = banks;
  if (!bank) throw new Error('The demo knows no bank');
  return {
    legal_form: 'organisation',
    legal_name: name_short,
    inn,
    kpp,
    ogrn,
    legal_address: address,
    bic: bank.bic,
    bank_name: bank.name,
    correspondent_account: bank.correspondent_account,
    account: completeAccount(bank.bic, '40702', 38_000_123_458),
    payment_email: 'pay@gostiny.example',
    tax_system: 'osn',
    vat_rate: 'vat22',
  };
}
