import type { Attachment } from '@/contract/define';
import { defaultSettings, type SettingsOptions } from '@/contract/settings';

/** The settings of the demo marketplace. */
export function demoSettings(logo: Attachment): Omit<SettingsOptions, 'server_info' | 'useAi'> {
  const { server_info: _measured, useAi: _known, ...rest } = defaultSettings;
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
  };
}

/** Its texts in English. */
export const englishSettings = {
  siteTitle: 'Gostiny Dvor',
  siteSubtitle: 'Goods by makers and small shops',
  copyrightText: 'All rights reserved.',
  externalText: 'Help for vendors',
};
