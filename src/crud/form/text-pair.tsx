import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { defaultLanguage, textDirection } from '@/contract/core/languages';
import { languageName } from '@/lib/i18n/language-name';

/** A text in the default language next to its translation. */
export function TextPair({ original, children }: { original: ReactNode; children: ReactNode }) {
  const { i18n } = useTranslation();
  return (
    <div className="grid gap-x-6 gap-y-4 desk:grid-cols-2">
      <div>
        <p className="mb-1.5 font-medium text-ink-second">{languageName(defaultLanguage, i18n.language)}</p>
        <div
          lang={defaultLanguage}
          dir={textDirection(defaultLanguage)}
          className="rounded-control bg-sunken px-3 py-2"
        >
          {original}
        </div>
      </div>
      {children}
    </div>
  );
}
