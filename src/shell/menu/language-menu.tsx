import { Globe } from 'lucide-react';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { Menu } from '@/components/ui/menu';
import { defaultLanguage } from '@/contract/core/languages';
import { languageName } from '@/lib/i18n/language-name';
import { useLanguages } from '@/state/languages';

/** The same page in another language; hidden with one language. */
export function LanguageMenu() {
  const { t } = useTranslation('common');
  const { asPath, locale = defaultLanguage } = useRouter();
  const languages = useLanguages();
  if (languages.length < 2) return null;

  const items = languages.map((language) => ({
    key: language,
    // Each language under its own name.
    label: languageName(language, language),
    href: asPath,
    locale: language,
    isChecked: language === locale,
  }));
  return (
    <Menu
      label={`${t('fields.language')}: ${locale}`}
      items={items}
      buttonClassName="flex h-8.5 items-center justify-center gap-1.5 rounded-control px-2 font-medium text-ink-second uppercase hover:bg-sunken hover:text-ink pointer-coarse:h-10 pointer-coarse:min-w-10"
    >
      <Globe size={18} strokeWidth={1.75} />
      <span className="text-small phone:sr-only">{locale}</span>
    </Menu>
  );
}
