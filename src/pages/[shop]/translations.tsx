import { TranslationsPage } from '@/features/insights/translations/translations-page';

export default function Translations() {
  return <TranslationsPage />;
}

Translations.titleKey = 'common:text-translations';
Translations.texts = ['insights'];
