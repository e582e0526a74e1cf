import type { FieldValues } from 'react-hook-form';
import type { FormField } from '@/contract/define';
import type { Settings } from '@/contract/settings';
import { figureText } from '@/lib/form-values';

type Section = 'site' | 'footer' | 'money' | 'rules' | 'logos';

/** Ways of writing sums that are offered; the one in use is added when it is another. */
const formations = [
  ...['ru-RU', 'be-BY', 'kk-KZ', 'uz-UZ', 'hy-AM', 'ka-GE', 'uk-UA', 'en-US', 'en-GB', 'de-DE', 'fr-FR'],
  ...['es-ES', 'it-IT', 'pt-BR', 'pl-PL', 'tr-TR', 'zh-CN', 'ja-JP', 'ko-KR', 'ar-EG', 'he-IL', 'hi-IN'],
];

/** Fields of the general tab by section (reference pages §3.3). */
export function settingsFields(current: Settings): Record<Section, FormField<FieldValues>[]> {
  const { currency, currencyOptions } = current.options;
  const withCurrent = (list: string[], one: string) => [...new Set([one, ...list])];
  return {
    site: [
      { key: 'siteTitle', kind: 'text', required: true },
      { key: 'siteSubtitle', kind: 'text' },
      { key: 'siteLink', kind: 'text' },
    ],
    money: [
      {
        key: 'currency',
        kind: 'select',
        required: true,
        options: withCurrent(Intl.supportedValuesOf('currency'), currency),
      },
      {
        key: 'currencyOptions.formation',
        kind: 'select',
        required: true,
        options: withCurrent(formations, currencyOptions.formation),
      },
      { key: 'currencyOptions.fractions', kind: 'number', required: true },
    ],
    rules: [
      { key: 'minimumOrderAmount', kind: 'money' },
      { key: 'signupPoints', kind: 'number' },
      { key: 'currencyToWalletRatio', kind: 'number' },
      { key: 'maximumQuestionLimit', kind: 'number', required: true },
    ],
    footer: [
      { key: 'copyrightText', kind: 'text' },
      { key: 'externalText', kind: 'text' },
      { key: 'externalLink', kind: 'text' },
    ],
    logos: [
      { key: 'logo', kind: 'image' },
      { key: 'dark_logo', kind: 'image' },
      { key: 'collapseLogo', kind: 'image' },
    ],
  };
}

/** The general tab's part of the settings, as its inputs show it. */
export function settingsValues(settings: Settings | undefined, language: string): FieldValues {
  if (!settings) return {};
  const { options } = settings;
  const figure = (value: number | null | undefined) => figureText(value, language);
  return {
    siteTitle: options.siteTitle,
    siteSubtitle: options.siteSubtitle ?? '',
    siteLink: options.siteLink ?? '',
    copyrightText: options.copyrightText ?? '',
    externalText: options.externalText ?? '',
    externalLink: options.externalLink ?? '',
    currency: options.currency,
    currencyOptions: {
      formation: options.currencyOptions.formation,
      fractions: figure(options.currencyOptions.fractions),
    },
    signupPoints: figure(options.signupPoints),
    minimumOrderAmount: figure(options.minimumOrderAmount),
    currencyToWalletRatio: figure(options.currencyToWalletRatio),
    maximumQuestionLimit: figure(options.maximumQuestionLimit),
    logo: options.logo,
    dark_logo: options.dark_logo,
    collapseLogo: options.collapseLogo,
  };
}
