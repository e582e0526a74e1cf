import { Languages } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Select } from '@/components/inputs/select';
import type { AnyResource } from '@/contract/core/define';
import { useCan } from '@/lib/api/capabilities';
import { languageName } from '@/lib/i18n/language-name';
import { useLanguages } from '@/state/languages';
import { useTextLanguage } from '@/state/text-language';

/** Chooses the language of a family's texts, where it has texts and there is a choice. */
export function TextLanguageMenu({ resource }: { resource: AnyResource }) {
  const { t, i18n } = useTranslation('common');
  const languages = useLanguages();
  const [language, choose] = useTextLanguage();
  const canTranslate = useCan('translations');
  if (!canTranslate || languages.length < 2 || resource.translatable.length === 0) return null;
  return (
    <span className="relative">
      <Select
        aria-label={t('common:text-language')}
        title={t('common:text-language')}
        className="w-auto min-w-0 [&_select]:h-8.5 [&_select]:ps-8.5 [&_select]:pointer-coarse:h-10"
        value={language}
        onChange={(event) => choose(event.target.value)}
        options={languages.map((code) => ({ value: code, label: languageName(code, i18n.language) }))}
      />
      <Languages className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-ink-third" />
    </span>
  );
}
