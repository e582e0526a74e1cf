import type { Attachment } from '@/contract/core/define';
import { defaultSettings, type SettingsOptions } from '@/contract/settings';
import { accountOf } from '@/server/integrations/numbers';
import { banks } from '@/server/integrations/suggest/bundled';
import { demoOperator } from '@/server/integrations/suggest/bundled-organisations';

/** How long the demo waits for payments by SBP. */
export const demoPaymentDays = 3;

/** The settings of the demo marketplace. */
export function demoSettings(logo: Attachment): Omit<SettingsOptions, 'server_info' | 'useAi' | 'hasSbp'> {
  const { server_info: _measured, useAi: _known, hasSbp: _found, ...rest } = defaultSettings;
  return {
    ...rest,
    siteTitle: 'Гостиный двор',
    siteSubtitle: 'Вещи от мастеров и небольших лавок',
    siteLink: 'https://gostiny.example',
    copyrightText: 'Все права защищены.',
    externalText: 'Помощь продавцам',
    externalLink: 'https://help.gostiny.example',
    logo,
    dark_logo: logo,
    collapseLogo: logo,
    currency: 'RUB',
    currencyOptions: { formation: 'ru-RU', fractions: 2 },
    signupPoints: 100,
    minimumOrderAmount: 500,
    currencyToWalletRatio: 3,
    maximumQuestionLimit: 5,
    isProductReview: true,
    freeShipping: true,
    freeShippingAmount: 5000,
    // Prices in Russian shops hold the tax.
    pricesIncludeTax: true,
    // Long enough that the demo still has orders that wait for their payment.
    unpaidOnlineMinutes: demoPaymentDays * 24 * 60,
    deliveryTime: [
      { title: 'Утром, с 9 до 12', description: 'Курьер позвонит за полчаса' },
      { title: 'Днём, с 12 до 18', description: 'Курьер позвонит за полчаса' },
      { title: 'Вечером, с 18 до 22', description: 'Кроме воскресенья' },
      { title: 'Срочно, за три часа', description: 'По Москве и Санкт-Петербургу, при заказе до 16 часов' },
      { title: 'Самовывоз из пункта выдачи', description: 'Сообщим, когда посылку можно будет забрать' },
    ],
    seo: {
      metaTitle: 'Маркетплейс мастеров',
      metaDescription:
        'Чай, мёд, лён, керамика и подарки от небольших российских лавок. Доставка по всей стране.',
      metaTags: 'маркетплейс, ручная работа, подарки',
      canonicalUrl: 'https://gostiny.example',
      ogTitle: 'Гостиный двор',
      ogDescription: 'Вещи от мастеров и небольших лавок.',
      ogImage: logo,
      twitterHandle: '@gostiny',
      twitterCardType: 'summary',
    },
    contactDetails: {
      contact: '+7 (495) 123-45-67',
      emailAddress: 'hello@gostiny.example',
      website: 'https://gostiny.example',
      location: {
        country: 'Россия',
        state: 'Москва',
        city: 'Москва',
        zip: '109012',
        street_address: 'ул Ильинка, д 4',
        formattedAddress: '109012, Россия, Москва, ул Ильинка, д 4',
      },
      socials: [
        { icon: 'VkIcon', url: 'https://vk.com/gostiny' },
        { icon: 'TelegramIcon', url: 'https://t.me/gostiny' },
      ],
    },
    companyRequisites: operator(),
  };
}

/** Who runs the demo marketplace. */
function operator(): NonNullable<SettingsOptions['companyRequisites']> {
  const { name_short, inn, kpp, ogrn, address } = demoOperator;
  const [bank] = banks;
  if (!bank) throw new Error('The demo knows no bank');
  return {
    ...{ legal_form: 'organisation', legal_name: name_short, inn, kpp, ogrn, legal_address: address },
    ...{ bic: bank.bic, bank_name: bank.name, correspondent_account: bank.correspondent_account },
    account: accountOf(bank.bic, '40702', 38_000_000_001),
    payment_email: 'pay@gostiny.example',
    ...{ tax_system: 'osn', vat_rate: 'vat22' },
  };
}

/** Its texts in English. */
export const englishSettings = {
  siteTitle: 'Gostiny Dvor',
  siteSubtitle: 'Goods by makers and small shops',
  copyrightText: 'All rights reserved.',
  externalText: 'Help for vendors',
};
